// SPDX-License-Identifier: Apache-2.0
// What leaves the page as files: pictures, the table, a video, a page that plays offline.
import { csv } from "./csv";
import { download, slug } from "./files";
import { offlinePage } from "./page";
import { palette } from "../motion/palette";
import { endTime, startTime } from "../link/run";
import { playing, run, say } from "../model/store";
import { canEncode, encode } from "./video";
import { type Which, shownFrames } from "../motion/view";

const nameOf = (part: string): string => `${slug(run.value?.model.name ?? "run")}${part}`;
const done = (name: string): void => say("info", `Saved as ${name} in the browser's downloads.`);
function save(part: string, content: Blob): void {
  download(nameOf(part), content);
  done(nameOf(part));
}

export function savePicture(which: Which): void {
  const frame = shownFrames.get(which);
  if (!frame) say("warning", "This frame is not in view, so there is no picture of it.");
  else save(which === "inertial" ? ".svg" : `-frame-${which}.svg`, new Blob([frame.svg()], { type: "image/svg+xml" }));
}

/** The picture as pixels, twice as fine as on the screen. */
export async function savePixels(which: Which): Promise<void> {
  const frame = shownFrames.get(which);
  if (!frame) return say("warning", "This frame is not in view, so there is no picture of it.");
  const picture = new Image();
  picture.src = URL.createObjectURL(new Blob([frame.svg()], { type: "image/svg+xml" }));
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (content) save(which === "inertial" ? ".png" : `-frame-${which}.png`, content);
}

export function saveTable(): void {
  if (run.value) save(".csv", new Blob(csv(run.value), { type: "text/csv" }));
}

export async function savePage(): Promise<void> {
  if (!run.value) return;
  try {
    save(".html", await offlinePage(run.value));
  } catch (reason) {
    say("error", (reason as Error).message);
  }
}

export interface VideoSettings {
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

/** The inertial frame as a video, on a stage of its own: the page stays as it is. */
export async function saveVideo(
  settings: VideoSettings,
  progress: (part: number) => void,
  cancelled: () => boolean,
): Promise<void> {
  const filmed = run.value;
  const film = shownFrames.get("inertial")?.film;
  if (!filmed || !film) return;
  if (!canEncode())
    return say(
      "error",
      "This browser cannot encode video. A recent Chromium or Firefox can; the offline page plays everywhere.",
    );
  const canvas = document.createElement("canvas");
  canvas.height = settings.height;
  canvas.width = Math.round((settings.height * 16) / 9 / 2) * 2;
  const context = canvas.getContext("2d")!;
  const fine = settings.height / 540; // drawn as for 540 lines, so that lines stay lines
  const [width, height] = [canvas.width / fine, canvas.height / fine];
  const drawAt = film(width, height, fine);
  const [from, to] = [startTime(filmed), endTime(filmed)];
  const frames = videoFrames(settings);
  const before = playing.value;
  playing.value = false; // the encoder gets all the time there is
  try {
    const content = await encode({
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
    if (content) save(".webm", content);
    else say("info", "The video was cancelled.");
  } catch (reason) {
    say("error", `The video could not be made: ${(reason as Error).message}`);
  }
  playing.value = before;
}
