// SPDX-License-Identifier: Apache-2.0
// What happened, and how well the run keeps energy and momentum; long work with a way to stop it; the state of the link.
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Tex } from "./math";
import { readings } from "../motion/monitor";
import { duration, short } from "../model/numbers";
import { framesPerSecond } from "../motion/playback";
import type { Done } from "../link/protocol";
import { type Note, busy, cancel, ended, linkState, notes, playing, revision, run, welcome } from "../model/store";
import { isKept } from "../export/work";
import { PaneHelp } from "./PaneHelp";
import { Tour } from "./Tour";
import "./Messages.css";

const mark = { info: "·", warning: "!", error: "✕" };
const signs = { good: "OK", fair: "~", poor: "!" };
const clock = (time: number): string => new Date(time).toLocaleTimeString("en-GB");

function Line({ note }: { note: Note }) {
  return (
    <span class={`note ${note.kind}`}>
      <span class="mark" aria-label={note.kind === "info" ? undefined : note.kind}>
        {mark[note.kind]}
      </span>{" "}
      <span class="words">{note.words}</span>{" "}
      {note.act && (
        <button class="plain show" onClick={note.act.run}>
          {note.act.words}
        </button>
      )}
    </span>
  );
}

/** Of the run; of the one before it until it is done or takes long, so that a slider does not make them come and go. */
function Monitors() {
  revision.value, ended.value;
  const last = useRef<Done | null>(null);
  const done = run.value?.done ?? (busy.value ? null : last.current);
  last.current = done;
  if (!done) return <span class="monitor">{run.value && run.value.rows > 0 ? `${run.value.rows} rows …` : ""}</span>;
  return (
    <>
      {readings(done).map((reading) => (
        <span key={reading.id} class={`monitor ${reading.verdict}`} title={reading.words}>
          <Tex latex={reading.latex} /> {short(reading.value, 1)} <b>{signs[reading.verdict]}</b>
          <span class="reading-words"> {reading.words}</span>
        </span>
      ))}
      <span class="monitor">
        {done.status === "cancelled" && "stopped early: "}
        {done.status === "singular" && "ends where motion is not determined: "}
        {done.steps} steps of {done.method}
      </span>
      <span class="monitor">{duration(done.wall_seconds)}</span>
    </>
  );
}

function Busy() {
  const work = busy.value;
  if (!work) return null;
  return (
    <span class="busy">
      <label>
        {work.what || "computing"} <progress value={work.part} max={1} />
      </label>
      <button class="plain show" onClick={cancel}>
        Cancel
      </button>
    </span>
  );
}

const linked = { connecting: "connecting …", open: "connected", lost: "disconnected", restarted: "disconnected" };

/** The server went away: what still works, and what to do. */
function Banner() {
  const state = linkState.value;
  return (
    <div class="banner-place" role="status">
      {state === "lost" && (
        <p class="banner">
          The connection to OOPSS was lost. Trying again; the run on this page stays usable, and nothing you typed is
          lost.
        </p>
      )}
      {state === "restarted" && welcome.value?.guest && (
        <p class="banner">This way in is closed. Ask for a new link; save the model here first if you need it.</p>
      )}
      {state === "restarted" && !welcome.value?.guest && (
        <p class="banner">
          OOPSS was started anew. Open the new link that it printed
          {isKept.value
            ? ": with the same model your work is there, too."
            : "; save the model here first if you need it."}
        </p>
      )}
    </div>
  );
}

export function Messages() {
  const open = useSignal(false);
  const last = notes.value.at(-1);
  return (
    <>
      <Tour />
      <footer class="messages" aria-label="Messages">
        <Banner />
        {open.value && (
          <ol class="log" id="log" tabIndex={0} aria-label="All messages">
            {notes.value.length === 0 && <li class="hint">Nothing has happened yet.</li>}
            {notes.value.toReversed().map((note) => (
              <li key={`${note.time}:${note.words}`}>
                <time>{clock(note.time)}</time> <Line note={note} />
              </li>
            ))}
          </ol>
        )}
        <button
          class="plain fold"
          aria-expanded={open.value}
          aria-controls={open.value ? "log" : undefined}
          aria-label="All messages"
          onClick={() => (open.value = !open.value)}
        >
          {open.value ? "▾" : "▴"}
        </button>
        <div class="latest" role="log" aria-live="polite" aria-label="Last message">
          {last && <Line note={last} />}
        </div>
        <Busy />
        <div class="status">
          <Monitors />
          {playing.value && <span class="monitor">{framesPerSecond.value} fps</span>}
          <span class={`monitor link ${linkState.value}`}>{linked[linkState.value]}</span>
          <PaneHelp pane="messages" />
        </div>
      </footer>
    </>
  );
}
