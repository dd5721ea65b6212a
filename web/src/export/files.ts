// SPDX-License-Identifier: Apache-2.0
// Model texts in and out: files, links, built-in models, a new one. No path ever reaches the server.
import { copyText } from "./clipboard";
import { isHdf5, readHdf5 } from "./hdf5";
import { largestTable, readTable } from "./table";
import { page, roomy } from "../layout";
import { overlay } from "../overlay";
import { fragmentOf, largest, textOf, textOfLink } from "./share";
import { putBeside } from "../model/beside";
import { draft, linkState, model, open, opened, past, problems, say, tab, text } from "../model/store";
import type { ModelMessage, Problem } from "../link/protocol";
import type { RunData } from "../link/run";
import { sought, typed } from "../model/typing";

/** A file name out of a title: "Two coupled bodies" is two-coupled-bodies. */
export const slug = (title: string): string =>
  title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "model";

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The file that the text was opened from, where the browser lets it be written back; null: saving is a download. */
let source: { file: FileSystemFileHandle; base: unknown; depth: number } | null = null;
/** That file, if the text is still one that was made from it: not another that was opened since, nor one before it. */
const ownFile = (): FileSystemFileHandle | null =>
  source && source.base === opened.value && past.value.length >= source.depth ? source.file : null;

async function writeBack(file: FileSystemFileHandle, content: string): Promise<void> {
  const out = await file.createWritable(); // the browser asks first
  await out.write(content);
  await out.close();
}

/** Saves the text as it is typed, even one with problems: nothing is lost. Back into its file, else as a download. */
export async function saveModel(): Promise<void> {
  const content = draft.value || text.value;
  if (content === "") return;
  const file = ownFile();
  if (file)
    try {
      await writeBack(file, content);
      return say("info", `Saved to ${file.name}.`);
    } catch (reason) {
      say("warning", `${file.name} could not be written: ${(reason as Error).message}`);
    }
  const name = file?.name ?? `${slug(model.value?.name ?? "model")}.toml`;
  download(name, new Blob([content], { type: "application/toml" }));
  say("info", `Saved as ${name} in the browser's downloads.`);
}

/** Shows a text in the editor as if it were typed, at its first problem, while the last good model runs on. */
function inEditor(other: string, problem: Problem): void {
  typed(other);
  sought.value = problem;
  tab.value = page.value = "source";
  roomy.value = true;
}

/** Says what is wrong with a text, with a way to it. */
export function sayProblems(other: string, called: string, found: Problem[]): void {
  const first = found[0]!;
  const count = found.length === 1 ? "a problem" : `${found.length} problems`;
  say("error", `${called} has ${count}: ${first.line > 0 ? `line ${first.line}: ` : ""}${first.message}`, {
    words: "Show me",
    run: () => inEditor(other, first),
  });
}

/** Opens a text as one entry of the history; what is wrong with it is said. */
export async function openText(
  other: string,
  called: string,
  from: FileSystemFileHandle | null = null,
): Promise<boolean> {
  if (linkState.value !== "open") {
    say("error", `${called} was not opened: not connected to OOPSS.`);
    return false;
  }
  const before = problems.value;
  if (await open(other)) {
    source = from && { file: from, base: opened.value, depth: past.value.length };
    say("info", `Opened ${called}.`);
    return true;
  }
  if (problems.value !== before && problems.value.length > 0) {
    const found = problems.value;
    problems.value = before; // they are not about the text that is open
    sayProblems(other, called, found);
  }
  return false;
}

export async function openFile(file: File, from: FileSystemFileHandle | null = null): Promise<void> {
  if (file.size > largest)
    return say("error", `${file.name} is larger than ${largest / 1024 / 1024} MiB: no model is.`);
  try {
    await openText(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()), file.name, from);
  } catch {
    say("error", `${file.name} is not a text in UTF-8.`);
  }
}

let chooser: HTMLInputElement | null = null; // held: one that nobody holds may be collected before its dialog answers
function choose(accept: string, take: (file: File) => Promise<void>): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = accept;
  input.onchange = () => input.files?.[0] && void take(input.files[0]);
  chooser = input;
  chooser.click();
}
/** A browser that gives files with the right to write them back; Firefox and Safari do not. */
type Picker = (options: object) => Promise<FileSystemFileHandle[]>;
const picker = (): Picker | undefined => (window as { showOpenFilePicker?: Picker }).showOpenFilePicker;

export function chooseFile(): void {
  const pick = picker();
  if (!pick) {
    choose(".toml,text/plain,application/toml", openFile);
    return;
  }
  const types = [{ description: "Models", accept: { "application/toml": [".toml"] } }];
  void pick.call(window, { types }).then(
    async ([file]) => file && openFile(await file.getFile(), file),
    () => {}, // nothing was chosen
  );
}

async function readCsv(file: File, current: ModelMessage): Promise<RunData> {
  if (file.size > largestTable) throw new Error(`it is larger than ${largestTable / 1024 / 1024} MiB`);
  return readTable(await file.text(), current);
}

/** Puts a recorded table beside the present run; a model inside is not run until that is asked for. */
async function openTable(file: File): Promise<void> {
  if (!model.value) return;
  try {
    const { run, text: inside } = (await isHdf5(file))
      ? await readHdf5(file, model.value)
      : { run: await readCsv(file, model.value), text: "" };
    putBeside(run, { name: file.name.slice(0, 60), recorded: true, text: "" });
    say(
      "info",
      `${file.name}: ${run.rows} rows beside the present run.`,
      inside === "" ? undefined : { words: "Open the model in it", run: () => void openText(inside, file.name) },
    );
  } catch (reason) {
    say("error", `${file.name} cannot be compared: ${(reason as Error).message}.`);
  }
}
export const chooseTable = (): void => choose(".csv,.h5,.hdf5,text/csv,application/x-hdf5", openTable);

const blank = `# A new model: two bodies and a joint. Units are SI, angles are radians.
[model]
format = 1
name   = "Untitled"

[[body]]                       # the first body is the root
name    = "one"
mass    = 1.0
inertia = 1.0

[[body]]
name    = "two"
mass    = 1.0
inertia = 1.0

[[joint]]
name    = "pin"
between = ["one", "two"]
at      = [[1.0, 0.0], [-1.0, 0.0]]   # the joint in each body's frame

[start]
angles   = { pin = 0.5 }
rates    = { pin = 1.0 }
momentum = 2.0

[run]
until = 20.0
`;
export const newModel = (): void => void openText(blank, "a new model");

// ---- links
export async function share(): Promise<void> {
  const link = `${location.origin}/#${await fragmentOf(text.value)}`;
  overlay.value = { kind: "link", share: { link, copied: await copyText(link) } };
}

export async function openLink(link: string): Promise<boolean> {
  try {
    return await openText(await textOfLink(link), "the model of the link");
  } catch (reason) {
    say("error", (reason as Error).message);
    return false;
  }
}

/** The model in the page's address, taken out of it; a bad one is said. */
export async function textOfAddress(): Promise<string | undefined> {
  if (!location.hash.startsWith("#m=")) return undefined;
  const fragment = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    return (await textOf(fragment)) ?? undefined;
  } catch (reason) {
    say("error", (reason as Error).message);
    return undefined;
  }
}

type Handled = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemFileHandle> };
/** Files dropped on the page and links followed while it is open. */
export function takeIn(): void {
  const files = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    document.documentElement.dataset.drop = "";
  });
  window.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) delete document.documentElement.dataset.drop;
  });
  window.addEventListener("drop", (event) => {
    delete document.documentElement.dataset.drop;
    if (!files(event)) return;
    event.preventDefault();
    const { files: dropped, items } = event.dataTransfer!;
    const [file, item] = [dropped[0], items[0] as Handled | undefined];
    if (!file) return;
    if (/\.csv$/i.test(file.name)) return void openTable(file);
    void Promise.resolve(item?.getAsFileSystemHandle?.() ?? null).then((from) => openFile(file, from));
  });
  window.addEventListener("hashchange", () => {
    void textOfAddress().then((found) => found !== undefined && openText(found, "the model of the link"));
  });
}
