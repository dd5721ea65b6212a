// SPDX-License-Identifier: Apache-2.0
// What the frames show, as the reader chose it, and the frames themselves for whoever exports or tests them.
import { isText, isTruth, keep, kept, oneOf } from "../kept";
import { comparisons, cursor, frameA, frameB, ghost, run, text } from "../model/store";
import type { FrameChoice } from "./frames";
import { laps } from "./laps";
import type { Film } from "./picture";
import type { NameChoice } from "./names";
import type { TraceChoice } from "./traces";

export type Which = "inertial" | "A" | "B";

export const traceChoice = kept<TraceChoice>(
  "traces",
  "auto",
  oneOf<TraceChoice>("auto", "all", "joints", "centres", "points", "none"),
);
export const traceShare = kept("trace-share", 1 / 4, oneOf(1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 1)); // of the run
export const nameChoice = kept<NameChoice>("names", "auto", oneOf<NameChoice>("auto", "all", "none"));
export const arrows = kept("arrows", false, isTruth);
export const loadsShown = kept("loads", false, isTruth); // torques and forces of joints
export const axesShown = kept("axes", true, isTruth); // of bodies in space
export const solidKind = kept<"ellipsoid" | "box">(
  "solids",
  "ellipsoid",
  oneOf<"ellipsoid" | "box">("ellipsoid", "box"),
);
export const greeted = kept("greeted", false, isTruth); // the invitation was taken up
keep(frameA, "frame-a", isText);
keep(frameB, "frame-b", isText);

/** Where things are drawn at the cursor: CSS pixels of the window. */
export interface Places {
  scale: number; // pixels per metre
  origin: [number, number]; // of the frame
  centre: [number, number]; // the mass centre of all
  bodies: Record<string, [number, number]>;
  joints: Record<string, [number, number]>;
  points: Record<string, [number, number]>;
}
export interface ShownFrame {
  canvas: HTMLCanvasElement;
  places: () => Places | null;
  svg: () => string;
  film: Film;
  choice: () => FrameChoice; // as drawn
}
export const shownFrames = new Map<Which, ShownFrame>();

/** For tests and scripts: the run and where each joint and mass centre is drawn; to be read only. */
Object.assign(window, {
  oopss: {
    places: (which: Which): Places | null => shownFrames.get(which)?.places() ?? null,
    run: () => run.value,
    ghost: () => ghost.value,
    comparisons: () => comparisons.value,
    cursor: () => cursor.value,
    laps: () => laps.value,
    text: () => text.value,
  },
});
