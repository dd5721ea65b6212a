// SPDX-License-Identifier: Apache-2.0
// What to take away: picture, pixels, table, video, a page that plays offline.
import { useSignal } from "@preact/signals";
import { savePage, savePicture, savePixels, saveTable, saveVideo, videoFrames } from "../export/exports";
import { duration } from "../model/numbers";
import { run } from "../model/store";
import type { Which } from "../motion/view";
import { Dialog } from "./Dialog";
import "./Exports.css";

const speeds = [0.25, 0.5, 1, 2, 4, 8];
const frames: [Which, string][] = [
  ["inertial", "inertial frame"],
  ["A", "frame A"],
  ["B", "frame B"],
];

function Video() {
  const speed = useSignal(2);
  const height = useSignal(720);
  const part = useSignal<number | null>(null);
  const stop = useSignal(false);
  const settings = { speed: speed.value, height: height.value, perSecond: 30 };
  const go = async (): Promise<void> => {
    stop.value = false;
    part.value = 0;
    await saveVideo(
      settings,
      (done) => (part.value = done),
      () => stop.value,
    );
    part.value = null;
  };
  return (
    <section>
      <h3>Video</h3>
      <p class="hint">The inertial frame from start to end as WebM, {duration(videoFrames(settings) / 30)} long.</p>
      <div class="row">
        <label for="video-speed">Speed</label>
        <select
          id="video-speed"
          value={speed.value}
          onChange={(event) => (speed.value = Number(event.currentTarget.value))}
        >
          {speeds.map((value) => (
            <option key={value} value={value}>
              {value < 1 ? `1/${1 / value}` : value} ×
            </option>
          ))}
        </select>
        <label for="video-size">Size</label>
        <select
          id="video-size"
          value={height.value}
          onChange={(event) => (height.value = Number(event.currentTarget.value))}
        >
          <option value={540}>960 × 540</option>
          <option value={720}>1280 × 720</option>
          <option value={1080}>1920 × 1080</option>
        </select>
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
  const which = useSignal<Which>("inertial");
  return (
    <Dialog title="Export" kind="exports">
      <div class="content" tabIndex={-1} autofocus>
        <section>
          <h3>Picture</h3>
          <p class="hint">The frame as it is on the page now: lines (SVG, for a paper) or pixels (PNG).</p>
          <div class="row">
            <select
              aria-label="Frame"
              value={which.value}
              onChange={(event) => (which.value = event.currentTarget.value as Which)}
            >
              {frames.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
            <button class="button" onClick={() => savePicture(which.value)}>
              SVG
            </button>
            <button class="button" onClick={() => void savePixels(which.value)}>
              PNG
            </button>
          </div>
        </section>
        <section>
          <h3>Data</h3>
          <p class="hint">{run.value?.rows ?? 0} rows as the table that oopss simulate writes, 17 digits.</p>
          <button class="button" onClick={saveTable}>
            CSV
          </button>
        </section>
        <Video />
        <section>
          <h3>Page</h3>
          <p class="hint">One HTML file that plays this run anywhere, without OOPSS and without a network.</p>
          <button class="button" onClick={() => void savePage()}>
            HTML
          </button>
        </section>
      </div>
    </Dialog>
  );
}
