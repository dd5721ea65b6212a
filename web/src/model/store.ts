// SPDX-License-Identifier: Apache-2.0
// What the page knows, as signals. The truth is one model text: every edit makes a new one, so undo, saving and sharing
// are about a text. Panes read signals and call the verbs below; nothing else talks to the server about the model.
import { type Signal, batch, computed, effect, signal } from "@preact/signals";
import { ask, connect, linkState, send, tell } from "../link/server";
import type {
  Answer,
  AssembliesMessage,
  Chunk,
  Edit,
  EquationsMessage,
  EquilibriaMessage,
  LeafMessage,
  ModelMessage,
  Moment,
  PortraitMessage,
  Problem,
  Welcome,
  Work,
} from "../link/protocol";
import { protocol } from "../link/protocol";
import { beside, changeBeside, dropBeside, isAlike, putBeside } from "./beside";
import { sentence } from "./format";
import { type RunData, append, column, endTime, newRun, spotAt, startTime, valueAt } from "../link/run";

export const welcome = signal<Welcome | null>(null);

// ---- the model and its runs
export const text = signal(""); // as committed
export const draft = signal(""); // as typed in the editor, perhaps with problems
export const model = signal<ModelMessage | null>(null); // the last one understood
export const opened = signal<ModelMessage | null>(null); // as the last text was opened: what "reset" goes back to
export const problems = signal<Problem[]>([]);
export const run = signal<RunData | null>(null); // the newest
export const ghost = signal<RunData | null>(null); // the one before the last change, greyed
/** Runs beside it that are shown: of the same bodies and joints. */
export const comparisons = computed(() =>
  beside.value.flatMap((one) => (one.shown && one.run && isAlike(one.run.model, model.value) ? [one.run] : [])),
);
export const revision = signal(0); // counts the chunks: who draws a run reads it
export const ended = signal(0); // counts the ends: who says how a run went reads it
export const busy = signal<{ id: number; part: number; what: string } | null>(null); // long work

// ---- time
export const cursor = signal(0);
export const playing = signal(false);
export const speed = signal(1); // 1/64 … 64
export const backwards = signal(false);
export const loop = signal(true);
export const marker = signal<number | null>(null); // a second time, to which readouts are compared
export const fromNow = signal(false); // edits re-run from the cursor instead of from the start
export const spot = computed(() => {
  revision.value;
  return run.value ? spotAt(run.value, cursor.value) : { row: 0, part: 0 };
});

// ---- what is shown
export const frameA = signal("joint:");
export const frameB = signal("body:");
export const tab = signal<"leaf" | "equations" | "equilibria" | "orbits" | "chaos" | "source">("leaf");
export const plotted = signal<string[]>(["usual"]); // as curves.ts says
export const held = signal<{ energy: boolean; momentum: boolean }>({ energy: true, momentum: true });
export const equations = signal<EquationsMessage | null>(null);
export const assemblies = signal<AssembliesMessage | null>(null);
export const equilibria = signal<EquilibriaMessage | null>(null);
export const portrait = signal<PortraitMessage | null>(null);
export const circles = signal<{ model: ModelMessage; leaves: LeafMessage[] } | null>(null); // of shapes, and whose
export const highlighted = signal<number[]>([]); // bodies of the term under the pointer

// ---- messages
export interface Note {
  time: number; // ms
  kind: "info" | "warning" | "error";
  words: string;
  act?: { words: string; run: () => void }; // a button: what can be done about it
}
export const notes = signal<Note[]>([]);
export function say(kind: Note["kind"], words: string, act?: Note["act"]): void {
  if (notes.value.at(-1)?.words === words) return;
  notes.value = [...notes.value.slice(-199), { time: Date.now(), kind, words, ...(act ? { act } : {}) }];
}

// ---- edits. A preview shows at once and is not yet in the history; commit puts it there as one entry.
export const past = signal<string[]>([]); // texts to go back to, the nearest last
export const future = signal<string[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

interface How {
  commit: boolean; // one entry of the history
  compare?: boolean; // a run beside the present one
  key?: number; // of one that was kept: now it is computed
  fresh?: boolean; // another text, not an edit
  base?: boolean; // only what "reset" goes back to
  moment?: Moment | undefined;
}
interface Pending extends How {
  resolve: (understood: boolean) => void;
}
const pending = new Map<number, Pending>();
let computing: number | null = null; // the key of a kept run
let committing: Promise<boolean> | null = null; // edits wait for it: they start from its text

function request(from: string, edits: Edit[], how: How): Promise<boolean> {
  computing = how.key ?? null; // a newer request cuts an older one short
  const answer = new Promise<boolean>((resolve) => {
    const id = send({
      type: "open",
      text: from,
      edits,
      ...(how.moment ? { from: how.moment } : {}),
      ...(how.base ? { run: false } : {}),
    });
    if (id === 0) resolve(false);
    else pending.set(id, { ...how, resolve });
  });
  if (how.commit) {
    committing = answer;
    void answer.then(() => {
      if (committing === answer) committing = null;
    });
  }
  return answer;
}
async function edit(edits: Edit[], how: How): Promise<boolean> {
  while (committing) await committing;
  return request(text.value, edits, { ...how, moment: how.compare ? undefined : (how.moment ?? momentAfter(edits)) });
}
/** The request's end; the answers to those before it that were cut short will not come. */
function resolved(id: number, understood: boolean): Pending | undefined {
  const how = pending.get(id);
  for (const [other, { resolve }] of [...pending])
    if (other <= id) {
      pending.delete(other);
      resolve(other === id && understood);
    }
  return how;
}

const inState = /^(angle|rotation|momentum|attitude)\./;
/** The state at the cursor, if edits take effect from there and it is not the start, which is at t = 0. */
export function momentNow(): Moment | undefined {
  const current = run.value;
  if (!fromNow.value || !current || cursor.value === 0) return undefined;
  const valueNow = (name: string): number => valueAt(column(current, name)!, spot.value);
  const { space, joints, bodies, columns } = current.model;
  const t = cursor.value;
  if (space) {
    const names = columns.map(({ name }) => name).filter((name) => inState.test(name));
    return { t, root: 0, state: Object.fromEntries(names.map((name) => [name, valueNow(name)])) };
  }
  const ofCentre = columns.map(({ name }) => name).filter((name) => /^(mass_centre|drift)\./.test(name));
  return {
    t,
    ...(ofCentre.length > 0 && { state: Object.fromEntries(ofCentre.map((name) => [name, valueNow(name)])) }),
    angles: joints.map((joint) => valueNow(`angle.${joint.name}`)),
    momenta: bodies.map((body) => valueNow(`momentum.${body.name}`)),
    root: valueNow(`absolute.${bodies[0]!.name}`),
  };
}

/** Where to run on from; a new start is shown from the start. */
const momentAfter = (edits: Edit[]): Moment | undefined =>
  edits.some(({ kind }) => kind === "start") ? undefined : momentNow();

/** Shows what the edits would give, from the committed text, and from a moment other than edits have by themselves. */
export const preview = (edits: Edit[], from?: Moment): Promise<boolean> => edit(edits, { commit: false, moment: from });
/** Makes the edits one entry of the history. */
export const commit = (edits: Edit[], from?: Moment): Promise<boolean> => edit(edits, { commit: true, moment: from });
/** Opens another text, perhaps with edits, as one entry of the history. */
export const open = (other: string, edits: Edit[] = []): Promise<boolean> =>
  request(other, edits, { commit: true, fresh: true });
/** Takes up work of an earlier visit: its text, and its history before what there is. */
export async function resume({ text: kept, opened: base, past: back, future: on }: Work): Promise<boolean> {
  const isBase = base === "" || base === kept;
  if (!isBase) await request(base, [], { commit: false, base: true });
  if (!(await request(kept, [], { commit: true, fresh: isBase }))) return false;
  batch(() => {
    past.value = [...back, ...past.value].slice(-500);
    future.value = on;
  });
  return true;
}
/** Shows what another text would give, as it is typed; not yet in the history. */
export const previewText = (other: string, moment?: Moment): Promise<boolean> =>
  request(other, [], { commit: false, moment });
/** Takes another text, made from this one by hand, as one entry of the history. */
export const commitText = (other: string, moment?: Moment): Promise<boolean> =>
  request(other, [], { commit: true, moment });
/** Makes the text of the present model one entry of the history. */
export function settle(): void {
  if (!model.value) return;
  remember(model.value.text);
  settled = run.value;
}
/** Keeps the present run beside those to come. */
export function keepRun(): void {
  if (run.value?.done && !beside.value.some((one) => one.run === run.value)) putBeside(run.value);
}
/** Adds the run that the edits give as a comparison; the model stays. */
export const compare = (edits: Edit[]): Promise<boolean> => edit(edits, { commit: false, compare: true });

async function travel(from: typeof past, to: typeof past): Promise<void> {
  while (committing) await committing; // what was just done is taken back, not what was before it
  const target = from.value.at(-1);
  if (target === undefined) return;
  from.value = from.value.slice(0, -1);
  to.value = [...to.value, text.value];
  text.value = target;
  void request(target, [], { commit: false });
}
export const undo = (): void => void travel(past, future);
export const redo = (): void => void travel(future, past);

function remember(next: string): void {
  if (next === text.value) return;
  if (text.value !== "") past.value = [...past.value.slice(-499), text.value];
  future.value = [];
  text.value = next;
}

// ---- answers
let begin: (offer: Welcome) => void; // with the first text
let coming: ModelMessage | null = null; // understood, and shown with the first rows of its run: one picture, not two
const compared = new Map<number, { run: RunData; key: number | null }>();
let settled: RunData | null = null; // the run of the text as committed: the ghost of every preview after it

function understood(answer: ModelMessage): void {
  const how = pending.get(answer.id);
  const fresh = newRun(answer.id, answer, how?.moment);
  if (how?.compare) {
    compared.set(answer.id, { run: fresh, key: how.key ?? null });
  } else {
    batch(() => {
      if (how?.fresh || !opened.value) opened.value = answer;
      const changed = !isAlike(model.value, answer);
      if (how?.commit) remember(answer.text);
      ghost.value = changed ? null : settled;
      if (changed || answer.text === text.value) settled = fresh;
      model.value = answer;
      draft.value = answer.text;
      problems.value = answer.warnings;
      run.value = fresh;
      if (changed) cursor.value = answer.run.t0;
      if (answer.start.snapped) say("info", answer.start.snapped);
    });
  }
  resolved(answer.id, true);
}

/** Shows the model that was waiting for its rows, if it is that of run `id`. */
function arrive(id: number): void {
  if (coming?.id !== id) return;
  const answer = coming;
  coming = null;
  understood(answer);
}

function received(chunk: Chunk): void {
  tell({ type: "ack", id: chunk.id, chunk: chunk.chunk });
  batch(() => {
    arrive(chunk.id);
    const target = compared.get(chunk.id)?.run ?? (run.value?.id === chunk.id ? run.value : null);
    if (!target) return;
    append(target, chunk);
    revision.value++;
  });
}

function answered(answer: Answer): void {
  switch (answer.type) {
    case "welcome":
      welcome.value = answer;
      if (text.value === "") begin(answer);
      break;
    case "model":
      if (coming) arrive(coming.id);
      if (pending.get(answer.id)?.base) {
        opened.value = answer;
        resolved(answer.id, true);
      } else {
        coming = answer;
      }
      break;
    case "problems":
      if (lostRun(answer.id, answer.problems[0]?.message ?? "")) break;
      problems.value = answer.problems;
      resolved(answer.id, false);
      break;
    case "progress":
      busy.value = { id: answer.id, part: answer.part, what: answer.what };
      break;
    case "done": {
      arrive(answer.id); // a run without rows
      const other = compared.get(answer.id);
      if (busy.value?.id === answer.id) busy.value = null;
      if (other) {
        compared.delete(answer.id);
        computing = null;
        other.run.done = answer;
        if (answer.status === "cancelled") break; // one that was kept is computed later
        if (other.key === null) putBeside(other.run);
        else changeBeside(other.key, { run: other.run });
      } else if (run.value?.id === answer.id) {
        if (answer.status === "cancelled" && pending.size > 0) break; // a newer one takes its place
        run.value.done = answer;
        ended.value++;
        if (answer.status !== "complete") revision.value++; // it ends before its time: the axes are shorter
        const end = endTime(run.value);
        if ((cursor.value - startTime(run.value)) / (end - startTime(run.value)) > 1) cursor.value = end;
      }
      if (answer.status === "failed") say("error", answer.error);
      if (answer.status === "singular") say("warning", `The run ends early: ${answer.error}.`);
      break;
    }
    case "error":
      if (busy.value?.id === answer.id) busy.value = null;
      if (answer.code === "cancelled" && pending.get(answer.id)?.key !== undefined) pending.delete(answer.id);
      else if (!lostRun(answer.id, answer.message)) say("error", answer.message);
      resolved(answer.id, false);
      break;
  }
}

/** Whether the request was to compute a kept run, which then is gone. */
function lostRun(id: number, why: string): boolean {
  const key = pending.get(id)?.key;
  if (key === undefined) return false;
  say("warning", `${beside.value.find((one) => one.key === key)?.name} cannot be computed again: ${why}`);
  computing = null;
  dropBeside(key);
  resolved(id, false);
  return true;
}

/** Computes runs that were kept as texts, one at a time, while nothing else is computed. */
function computeKept(): void {
  const next = beside.value.find((one) => one.run === null);
  if (!next || computing !== null || compared.size > 0 || pending.size > 0 || !run.value?.done) return;
  void request(next.text, [], { commit: false, compare: true, key: next.key, moment: next.from });
}

/** Stops the long work that `busy` shows. */
export function cancel(): void {
  if (busy.value) tell({ type: "cancel", id: busy.value.id });
}

/** Links up; `first` opens the first text. A page that was loaded again names its `work`. */
export function start(first: (offer: Welcome) => void, work?: string): void {
  begin = first;
  connect({
    text: answered,
    chunk: received,
    opened: () => {
      send({ type: "hello", protocol, ...(work && text.value === "" ? { work } : {}) });
    },
  });
  effect(() => {
    if (ended.value > 0 && linkState.value === "open" && beside.value.length > 0) queueMicrotask(computeKept);
  });
  linkState.subscribe((state) => {
    if (state !== "lost") return;
    compared.clear();
    computing = null;
    resolved(Infinity, false); // asked over a link that is gone
    coming = null;
    busy.value = null;
  });
}

/** Answers about the present model; each is asked for again when the model changes and its pane is in view. */
type Question = "equations" | "assemblies" | "equilibria" | "portrait";
/** Why there is no answer to a question, in words for its pane; empty if there is one. */
export const refusals = signal<Record<Question, string>>({
  equations: "",
  assemblies: "",
  equilibria: "",
  portrait: "",
});
async function askInto<A extends Question>(type: A, into: Signal<Extract<Answer, { type: A }> | null>): Promise<void> {
  const answer = (await ask({ type, text: model.value!.text }, type)) as Answer;
  const found =
    answer.type === "problems" ? answer.problems[0]!.message : answer.type === "error" ? answer.message : "";
  const passing = answer.type === "error" && (answer.code === "cancelled" || answer.code === "link");
  batch(() => {
    refusals.value = { ...refusals.value, [type]: passing ? "" : sentence(found) };
    if (answer.type === type) into.value = answer as Extract<Answer, { type: A }>;
  });
  const told = answer.type === "error" && (answer.code === "unsupported" || answer.code === "link"); // by pane or banner
  if (answer.type === "error" && !told) say("error", answer.message);
}
export const askEquations = (): Promise<void> => askInto("equations", equations);
export const askAssemblies = (): Promise<void> => askInto("assemblies", assemblies);
export const askEquilibria = (): Promise<void> => askInto("equilibria", equilibria);
export async function askPortrait(): Promise<void> {
  const asked = model.value!;
  await askInto("portrait", portrait);
  const leaves = refusals.value.portrait ? undefined : portrait.value?.leaves;
  circles.value = leaves ? { model: asked, leaves } : null;
}

export { linkState };
