// SPDX-License-Identifier: Apache-2.0
// The motion as a video: one frame of reference, or all that are in view side by side, on stages of their own: the page stays as it is.
import { endTime, startTime } from "../link/run";
import { playing, run, say } from "../model/store";
import type { Palette } from "../motion/draw";
import { palette } from "../motion/palette";
import { family, fontSize } from "../motion/sheet";
import { whereWords } from "../motion/stage";
import { type Which, shownFrames } from "../motion/view";
import { framesInView, save } from "./exports";
import { type VideoFormat, encode } from "./video";

export interface VideoSettings {
  which: Which | "all";
  format: VideoFormat;
  speed: number; // seconds of the run per second
  height: number; // pixels
  perSecond: number;
}
export const videoFrames = (settings: VideoSettings): number =>
  run.value
    ? Math.max(
        1,
        Math.round((Math.abs(endTime(run.value) - startTime(run.value)) / settings.speed) * settings.perSecond),
      )
    : 0;

interface Place {
  which: Which;
  x: number;
  y: number;
  width: number;
  height: number;
}
/** Where the frames go in a picture of this size: one fills it; of all, the inertial one is on the left, the others beside it. */
export function placesIn(shown: readonly Which[], width: number, height: number): Place[] {
  const [first, ...others] = shown;
  if (!first) return [];
  const left = others.length === 0 ? width : Math.round(0.62 * width);
  return [
    { which: first, x: 0, y: 0, width: left, height },
    ...others.map((which, i) => ({
      which,
      x: left,
      y: (i * height) / others.length,
      width: width - left,
      height: height / others.length,
    })),
  ];
}

function drawBorders(context: CanvasRenderingContext2D, places: readonly Place[], colours: Palette): void {
  context.globalAlpha = 1;
  context.strokeStyle = colours.grid;
  context.lineWidth = 1;
  context.setLineDash([]);
  for (const { x, y, width } of places.slice(1)) {
    context.beginPath();
    context.moveTo(x + 0.5, y);
    context.lineTo(x + 0.5, y + 4096);
    context.moveTo(x, y + 0.5);
    context.lineTo(x + width, y + 0.5);
    context.stroke();
  }
}

/** Draws all places at a time of the run. */
function filmOf(places: readonly Place[], ratio: number): (context: CanvasRenderingContext2D, time: number) => void {
  const films = places.flatMap((place) => {
    const frame = shownFrames.get(place.which);
    return frame ? [{ ...place, frame, draw: frame.film(place.width, place.height, ratio) }] : [];
  });
  return (context, time) => {
    for (const { x, y, width, height, frame, draw } of films) {
      context.save();
      context.translate(x, y);
      context.beginPath();
      context.rect(0, 0, width, height);
      context.clip();
      draw(context, time);
      context.globalAlpha = 1;
      context.font = `${fontSize}px ${family}`;
      context.fillStyle = palette.value.quiet;
      context.textAlign = "left";
      context.textBaseline = "top";
      context.fillText(`seen from ${whereWords(frame.choice())}`, 12, 10);
      context.restore();
    }
    drawBorders(context, places, palette.value);
  };
}

export async function saveVideo(
  settings: VideoSettings,
  progress: (part: number) => void,
  cancelled: () => boolean,
): Promise<void> {
  const filmed = run.value;
  if (!filmed) return;
  const canvas = document.createElement("canvas");
  canvas.height = settings.height;
  canvas.width = Math.round((settings.height * 16) / 9 / 2) * 2;
  const context = canvas.getContext("2d")!;
  const fine = settings.height / 540; // drawn as for 540 lines, so that lines stay lines
  const [width, height] = [canvas.width / fine, canvas.height / fine];
  const shown = settings.which === "all" ? framesInView() : [settings.which];
  const drawAt = filmOf(placesIn(shown, width, height), fine);
  const [from, to] = [startTime(filmed), endTime(filmed)];
  const frames = videoFrames(settings);
  const before = playing.value;
  playing.value = false; // the encoder gets all the time there is
  try {
    const content = await encode({
      format: settings.format,
      canvas,
      frames,
      perSecond: settings.perSecond,
      draw: (frame) => {
        context.setTransform(fine, 0, 0, fine, 0, 0);
        context.globalAlpha = 1;
        context.fillStyle = palette.value.ground;
        context.fillRect(0, 0, width, height);
        drawAt(context, from + ((to - from) * frame) / Math.max(1, frames - 1));
      },
      progress,
      cancelled,
    });
    if (content) save(`.${settings.format}`, content);
    else say("info", "The video was cancelled.");
  } catch (reason) {
    say("error", `The video could not be made: ${(reason as Error).message}`);
  }
  playing.value = before;
}
