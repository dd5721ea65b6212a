// SPDX-License-Identifier: Apache-2.0
// What to take away: pictures, data, code, video, a page that plays offline.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  frameWords,
  framesInView,
  picturesInView,
  saveCode,
  savePage,
  savePicture,
  saveTable,
} from "../export/exports";
import { type VideoSettings, saveVideo, videoFrames } from "../export/film";
import { type VideoFormat, videoFormats } from "../export/video";
import type { AskCode } from "../link/protocol";
import { duration } from "../model/numbers";
import { linkState, model, run } from "../model/store";
import { Dialog } from "./Dialog";
import "./Exports.css";

function Choice<T extends string | number>(props: {
  id: string;
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  choose: (value: T) => void;
}) {
  return (
    <>
      <label for={props.id}>{props.label}</label>
      <select
        id={props.id}
        value={props.value}
        onChange={(event) => props.choose(props.options[event.currentTarget.selectedIndex]![0])}
      >
        {props.options.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}

function Pictures() {
  const all = picturesInView();
  const which = useSignal(all[0]?.key ?? "");
  return (
    <section>
      <h3>Picture</h3>
      <p class="hint">
        A frame, the graphs, or the view that is open, as it is on the page now: lines (SVG, for a paper) or pixels
        (PNG).
      </p>
      <div class="row">
        <Choice
          id="picture-of"
          label="Of"
          value={which.value}
          options={all.map(({ key, words }) => [key, words] as const)}
          choose={(key) => (which.value = key)}
        />
        <button class="button" onClick={() => void savePicture(which.value, "svg")}>
          SVG
        </button>
        <button class="button" onClick={() => void savePicture(which.value, "png")}>
          PNG
        </button>
      </div>
    </section>
  );
}

const languages: [AskCode["language"], string][] = [
  ["c", "C"],
  ["c++", "C++"],
  ["python", "Python"],
  ["fortran", "Fortran"],
  ["matlab", "MATLAB"],
];
function Code() {
  const language = useSignal<AskCode["language"]>("c");
  const inputs = useSignal<string[]>([]);
  const joints = model.value!.joints;
  return (
    <section>
      <h3>Code</h3>
      <p class="hint">
        The equations with a program that runs them, without OOPSS, as oopss generate writes them.
        {joints.length > 0 &&
          " The torque of a joint that is ticked is an argument of the code: an input for a controller."}
      </p>
      {joints.length > 0 && (
        <fieldset class="inputs">
          <legend>Torque as input</legend>
          {joints.map(({ name, label }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={inputs.value.includes(name)}
                onChange={(event) => {
                  const others = inputs.value.filter((one) => one !== name);
                  inputs.value = event.currentTarget.checked ? [...others, name] : others;
                }}
              />{" "}
              {label || name}
            </label>
          ))}
        </fieldset>
      )}
      <div class="row">
        <Choice
          id="code-language"
          label="Language"
          value={language.value}
          options={languages}
          choose={(chosen) => (language.value = chosen)}
        />
        <button
          class="button"
          disabled={linkState.value !== "open"}
          onClick={() => void saveCode(language.value, inputs.value)}
        >
          Save the code
        </button>
      </div>
    </section>
  );
}

const speeds = [0.25, 0.5, 1, 2, 4, 8].map((value) => [value, `${value < 1 ? `1/${1 / value}` : value} ×`] as const);
const sizes = [
  [540, "960 × 540"],
  [720, "1280 × 720"],
  [1080, "1920 × 1080"],
] as const;
const formatWords: Record<VideoFormat, string> = { webm: "WebM", mp4: "MP4" };

function Video() {
  const settings = useSignal<VideoSettings>({
    which: "inertial",
    format: "webm",
    speed: 2,
    height: 720,
    perSecond: 30,
  });
  const formats = useSignal<VideoFormat[] | null>(null);
  const part = useSignal<number | null>(null);
  const stop = useSignal(false);
  useEffect(() => void videoFormats().then((found) => (formats.value = found)), []);
  const change = (some: Partial<VideoSettings>): void => void (settings.value = { ...settings.value, ...some });
  const go = async (): Promise<void> => {
    stop.value = false;
    part.value = 0;
    await saveVideo(
      settings.value,
      (done) => (part.value = done),
      () => stop.value,
    );
    part.value = null;
  };
  const shown = framesInView();
  const { which, format, speed, height, perSecond } = settings.value;
  const frames: (readonly [VideoSettings["which"], string])[] = shown.map((one) => [one, frameWords[one]]);
  if (shown.length > 1) frames.push(["all", shown.length === 3 ? "all three frames" : "both frames"]);
  if (formats.value?.length === 0)
    return (
      <section>
        <h3>Video</h3>
        <p class="hint">
          This browser cannot encode video; a recent Chromium or Firefox can. From the command line: oopss simulate -o
          run.mp4. The offline page plays everywhere.
        </p>
      </section>
    );
  return (
    <section>
      <h3>Video</h3>
      <p class="hint">
        From start to end, {duration(videoFrames(settings.value) / perSecond)} long.
        {formats.value &&
          !formats.value.includes("mp4") &&
          " This browser has no MP4: oopss simulate -o run.mp4 makes one."}
      </p>
      <div class="row">
        <Choice id="video-of" label="Of" value={which} options={frames} choose={(one) => change({ which: one })} />
        <Choice
          id="video-format"
          label="As"
          value={format}
          options={(formats.value ?? ["webm"]).map((one) => [one, formatWords[one]] as const)}
          choose={(one) => change({ format: one })}
        />
        <Choice
          id="video-speed"
          label="Speed"
          value={speed}
          options={speeds}
          choose={(one) => change({ speed: one })}
        />
        <Choice id="video-size" label="Size" value={height} options={sizes} choose={(one) => change({ height: one })} />
        {part.value === null ? (
          <button class="button" onClick={() => void go()}>
            Make the video
          </button>
        ) : (
          <>
            <progress value={part.value} max={1} aria-label="Progress of the video" />
            <button class="button" onClick={() => (stop.value = true)}>
              Cancel
            </button>
          </>
        )}
      </div>
    </section>
  );
}

export function Exports() {
  return (
    <Dialog title="Export" kind="exports">
      <div class="content" tabIndex={-1} autofocus>
        <Pictures />
        <section>
          <h3>Data</h3>
          <p class="hint">{run.value?.rows ?? 0} rows as the table that oopss simulate writes, 17 digits.</p>
          <button class="button" onClick={saveTable}>
            CSV
          </button>
        </section>
        <Code />
        <Video />
        <section>
          <h3>Page</h3>
          <p class="hint">
            One HTML file that plays this run anywhere, with its phase portrait, equations and equilibria, without OOPSS
            and without a network.
          </p>
          <button class="button" onClick={() => void savePage()}>
            HTML
          </button>
        </section>
      </div>
    </Dialog>
  );
}
