// SPDX-License-Identifier: Apache-2.0
// Play, step, scrub, speed.
import { effect, useComputed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { planned } from "../motion/clock";
import { shownNumber, shownSpeed } from "../model/format";
import { painter, playOrPause, reverse, seek, speeds, step, toEnd, toStart, trueRate } from "../motion/playback";
import { backwards, cursor, fromNow, loop, playing, revision, run, speed } from "../model/store";
import "./Transport.css";

const icons = {
  start: "M3 2v10M12 2 5 7l7 5z",
  back: "M10 2 4 7l6 5z",
  play: "M3 1.5 12 7l-9 5.5z",
  pause: "M3 2h3v10H3zM8 2h3v10H8z",
  on: "M4 2l6 5-6 5z",
  end: "M11 2v10M2 2l7 5-7 5z",
  reverse: "M11 4.5H4.5a2.5 2.5 0 0 0 0 5H10M8 2l3 2.5L8 7",
  loop: "M3 8V6a2.5 2.5 0 0 1 2.5-2.5H11M9 1.5l2 2-2 2M11 6v2a2.5 2.5 0 0 1-2.5 2.5H3M5 8.5l-2 2 2 2",
};
function Icon({ name }: { name: keyof typeof icons }) {
  const solid = name !== "reverse" && name !== "loop";
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill={solid ? "currentColor" : "none"}
      stroke="currentColor"
      stroke-width="1.25"
      stroke-linejoin="round"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d={icons[name]} />
    </svg>
  );
}

function Button({
  icon,
  words,
  pressed,
  onClick,
}: {
  icon: keyof typeof icons;
  words: string;
  pressed?: boolean;
  onClick: () => void;
}) {
  return (
    <button
      class="round"
      aria-label={words}
      title={words}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Decimals that show a step of the run. */
const decimals = (every: number): number => Math.min(6, Math.max(2, Math.ceil(-Math.log10(Math.abs(every) || 1))));

/** The scrubber and the time: written with the frames, without rendering anew. */
function Scrub() {
  const slider = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const [input, shown] = [slider.current!, time.current!];
    let saidAt = 0;
    const paint = painter(() => {
      const current = run.peek();
      if (!current) return;
      const [from, to] = planned(current);
      const [low, high] = [Math.min(from, to), Math.max(from, to)];
      const t = Math.min(high, Math.max(low, cursor.peek()));
      if (Number(input.min) !== low) input.min = String(low);
      if (Number(input.max) !== high) input.max = String(high);
      input.value = String(t);
      input.style.setProperty("--part", `${high > low ? (100 * (t - low)) / (high - low) : 0}%`);
      shown.value = t.toFixed(decimals(current.model.run.every)).replace("-", "−");
      const now = performance.now();
      if (playing.peek() && now - saidAt < 1000) return;
      saidAt = now;
      input.setAttribute("aria-valuetext", `${t.toFixed(2)} of ${shownNumber(high)} seconds`);
    });
    const stop = effect(() => {
      cursor.value, run.value, revision.value, playing.value;
      paint.soon();
    });
    return () => {
      stop();
      paint.stop();
    };
  }, []);
  return (
    <>
      <input
        ref={slider}
        class="scrub"
        type="range"
        step="any"
        aria-label="Time"
        onInput={(event) => {
          playing.value = false;
          seek(Number(event.currentTarget.value));
        }}
      />
      <span class="time">
        <i>t</i> ={" "}
        <output ref={time} aria-label="Time in seconds" aria-live="off">
          0.00
        </output>{" "}
        s
      </span>
    </>
  );
}

function Speed() {
  const shown = useComputed(() => (playing.value && trueRate.value > 0 ? trueRate.value.toPrecision(2) : ""));
  return (
    <span class="speed">
      <select
        aria-label="Speed"
        title="Seconds of the run per second (- and =)"
        value={speed.value}
        onChange={(event) => (speed.value = Number(event.currentTarget.value))}
      >
        {speeds.map((value) => (
          <option key={value} value={value}>
            × {shownSpeed(value)}
          </option>
        ))}
      </select>
      <span class="true-rate" title="As it really goes: seconds of the run per second">
        {shown.value && `true ${Number(shown.value) >= 10 ? Number(shown.value) : shown.value}`}
      </span>
    </span>
  );
}

export function Transport({ editable = true }: { editable?: boolean }) {
  return (
    <section class="transport" aria-label="Time">
      <div class="transport-row">
        <div class="buttons">
          <Button icon="start" words="To the start" onClick={toStart} />
          <Button icon="back" words="Step back" onClick={() => step(-1)} />
          <Button
            icon={playing.value ? "pause" : "play"}
            words={playing.value ? "Pause" : "Play"}
            onClick={playOrPause}
          />
          <Button icon="on" words="Step on" onClick={() => step(1)} />
          <Button icon="end" words="To the end" onClick={toEnd} />
          <Button icon="reverse" words="Play in reverse" pressed={backwards.value} onClick={reverse} />
          <Button icon="loop" words="Loop" pressed={loop.value} onClick={() => (loop.value = !loop.value)} />
        </div>
        <Scrub />
        <Speed />
        {editable && (
          <select
            class="from"
            aria-label="After an edit"
            title="After an edit"
            value={fromNow.value ? "now" : "start"}
            onChange={(event) => (fromNow.value = event.currentTarget.value === "now")}
          >
            <option value="start">edits restart the run</option>
            <option value="now">edits continue from here</option>
          </select>
        )}
      </div>
    </section>
  );
}
