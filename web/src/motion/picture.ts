// SPDX-License-Identifier: Apache-2.0
// What a pane needs of the picture of a frame, be it of the plane or of space.
import type { FrameState } from "./stage";
import type { Places } from "./view";

export interface Picture {
  state: FrameState;
  watch: () => void; // reads every signal that it depends on
  draw: (context: CanvasRenderingContext2D) => boolean; // false: there is nothing to show
  remeasured: () => boolean; // whether the end of the run gives it another reach
  described: () => string;
  places: (canvas: HTMLCanvasElement) => Places | null;
  svg: () => string;
  listen: (host: HTMLElement) => () => void; // to the pointer; returns the way to stop
  key: (event: KeyboardEvent) => boolean; // whether the key was for it
  film: Film;
  stop: () => void;
}

/** The same as it is at other times, in another size (CSS pixels, and how many there are to one): the pane's stays as it is. */
export type Film = (
  width: number,
  height: number,
  ratio: number,
) => (context: CanvasRenderingContext2D, time: number) => void;
