// SPDX-License-Identifier: Apache-2.0
// What leaves the page as files: pictures, the table, code, a page that plays offline.
import { ask } from "../link/server";
import type { AskCode } from "../link/protocol";
import { sentence } from "../model/format";
import { model, run, say } from "../model/store";
import { shownPictures } from "../motion/pictures";
import { type Which, shownFrames } from "../motion/view";
import { csv } from "./csv";
import { download, slug } from "./files";
import { offlinePage } from "./page";
import { zip } from "./zip";

const nameOf = (part: string): string => `${slug(run.value?.model.name ?? "run")}${part}`;
/** Saves it under the name of the model and this ending. */
export function save(part: string, content: Blob): void {
  download(nameOf(part), content);
  say("info", `Saved as ${nameOf(part)} in the browser's downloads.`);
}

export const frameWords: Record<Which, string> = { inertial: "inertial frame", A: "frame A", B: "frame B" };

export const framesInView = (): Which[] =>
  (Object.keys(frameWords) as Which[]).filter((which) => shownFrames.has(which));
/** Everything in view that there is a picture of: the frames, then graphs, phase space and what else is open. */
export const picturesInView = (): { key: string; words: string }[] => [
  ...framesInView().map((which) => ({ key: which as string, words: frameWords[which] })),
  ...[...shownPictures.value].map(([key, { words }]) => ({ key, words })),
];
const svgOf = async (key: string): Promise<string | null> =>
  shownFrames.get(key as Which)?.svg() ?? (await shownPictures.value.get(key)?.svg()) ?? null;
const endingOf = (key: string): string => (key === "inertial" ? "" : key in frameWords ? `-frame-${key}` : `-${key}`);
const svgBlob = (svg: string): Blob => new Blob([svg], { type: "image/svg+xml" });

/** The picture as pixels, twice as fine as on the screen. */
async function pixelsOf(svg: string): Promise<Blob | null> {
  const picture = new Image();
  picture.src = URL.createObjectURL(svgBlob(svg));
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * picture.naturalWidth;
  canvas.height = 2 * picture.naturalHeight;
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(picture.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export async function savePicture(key: string, kind: "svg" | "png"): Promise<void> {
  const svg = await svgOf(key);
  if (svg === null) return say("warning", "This is not in view, so there is no picture of it.");
  const content = kind === "svg" ? svgBlob(svg) : await pixelsOf(svg);
  if (content) save(`${endingOf(key)}.${kind}`, content);
}

export function saveTable(): void {
  if (run.value) save(".csv", new Blob(csv(run.value), { type: "text/csv" }));
}

/** The code of the model, one file as it is, several as one archive; the torques of `inputs` are arguments of it. */
export async function saveCode(language: AskCode["language"], inputs: string[]): Promise<void> {
  const answer = await ask({ type: "code", text: model.value!.text, language, inputs }, "code");
  if (answer.type !== "code") {
    const why = answer.type === "error" ? answer.message : "the model has problems: there is no code of it";
    return say("error", sentence(why));
  }
  const [only, ...more] = answer.files;
  const kind = language === "c++" ? "cpp" : language;
  if (more.length === 0) save(`-${only!.name}`, new Blob([only!.text], { type: "text/plain" }));
  else save(`-${kind}.zip`, new Blob(zip(answer.files), { type: "application/zip" }));
}

export async function savePage(): Promise<void> {
  if (!run.value) return;
  try {
    save(".html", await offlinePage(run.value));
  } catch (reason) {
    say("error", (reason as Error).message);
  }
}
