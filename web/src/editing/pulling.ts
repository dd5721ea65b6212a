// SPDX-License-Identifier: Apache-2.0
// A body pulled while it moves: a spring from a place of it to the pointer. What the pointer did becomes a [[force]] of the
// model, a spring to a place that moves on straight lines from moment to moment, so that a run of the text is what was
// seen. Letting go is one step of undo.
import type { ModelMessage } from "../link/protocol";
import { isChain, numberAt } from "./building";
import { freeName, withForce } from "../model/parts";
import { type Knot, springForce } from "../model/spring";
import {
  commitText,
  cursor,
  model,
  playing,
  previewText,
  problems,
  run,
  say,
  speed,
  text,
  backwards,
} from "../model/store";
import { pulling, spring } from "../motion/hand";
import { covers } from "../motion/clock";
import { letGo } from "../motion/playback";

type Place = Knot["place"];
interface Pull {
  name: string;
  body: number;
  place: Place; // of the body, from its mass centre
  path: Knot[]; // of the pointer, in the inertial frame
  apart: number; // s between two knots
  stiffness: number;
  damping: number;
  before: string; // the text
}
let now: Pull | null = null;

const swing = 1.2; // s of the wall: the whole on the spring swings about so fast
function textWith({ name, body, place, path, stiffness, damping, before }: Pull, end: number): string {
  const current = model.peek()!;
  const on = current.bodies[body]!.name;
  const inPart: Place = [
    place[0] + numberAt(current, `body.${on}.centre.x`),
    place[1] + numberAt(current, `body.${on}.centre.y`),
  ];
  return withForce(before, { name, on, place: inPart, value: springForce(path, end, stiffness, damping) });
}

/** Why a body cannot be pulled here; empty if it can. */
export const whyNotPulled = (current: ModelMessage | null): string =>
  !current
    ? "there is no model yet"
    : current.space
      ? "bodies in space are not pulled"
      : isChain(current.text)
        ? "the bodies of a [chain] are not pulled"
        : "";

/** The pointer has taken hold of a place of a body. */
export function beginPull(body: number, place: Place, to: Place): void {
  const current = model.peek();
  const played = run.peek();
  if (!current || !played || whyNotPulled(current) !== "" || current.run.until < current.run.t0) return;
  if (cursor.peek() >= current.run.until) cursor.value = current.run.t0;
  const mass = current.bodies.reduce((sum, one) => sum + one.mass, 0);
  const rate = (2 * Math.PI) / (swing * speed.peek());
  now = {
    name: freeName(
      "pull",
      current.forces.map(({ name }) => name),
    ),
    body,
    place,
    path: [{ t: cursor.peek(), place: to }],
    apart: 0.08 * speed.peek(),
    stiffness: Number((mass * rate * rate).toPrecision(2)),
    damping: Number((mass * rate).toPrecision(2)),
    before: text.peek(),
  };
  spring.value = { body, place, to };
  backwards.value = false;
  letGo();
  playing.value = true;
  void follow(now);
}

export function pullTowards(to: Place): void {
  if (now && spring.peek() && to.every(Number.isFinite)) spring.value = { ...spring.peek()!, to };
}

/** Notes where the pointer is; the last knots move on until they are far enough apart, so that what was shown stays. */
function note({ path, apart }: Pull): void {
  const t = cursor.peek();
  const place = spring.peek()!.to;
  const last = path.at(-1)!;
  const moving = path.length > 1 && last.t - path.at(-2)!.t < apart * (1 + Math.floor(path.length / 60));
  if (t <= last.t + 1e-3) return;
  if (moving) path[path.length - 1] = { t, place };
  else path.push({ t, place });
}

/** Whether the present run has come some way beyond what is shown. */
const isAhead = (): boolean => run.peek() !== null && covers(run.peek()!, cursor.peek() + 0.3 * speed.peek());

/** While it is held: the run with the spring as it is now, again and again. */
async function follow(mine: Pull): Promise<void> {
  while (now === mine) {
    const before = cursor.peek();
    note(mine);
    const overtaken = new Promise<boolean>((resolve) => setTimeout(resolve, 1000, true));
    const found = problems.peek();
    if (
      !(await Promise.race([previewText(textWith(mine, model.peek()!.run.until + 1), run.peek()?.from), overtaken])) &&
      problems.peek() !== found
    ) {
      say("warning", `This cannot be pulled: ${problems.peek()[0]?.message}`);
      problems.value = found;
      await endPull(false);
      return;
    }
    do await new Promise(requestAnimationFrame);
    while (now === mine && playing.peek() && !isAhead()); // each run is seen before the next one cuts it short
    if (now === mine && (cursor.peek() < before || !playing.peek())) await endPull(true); // the run is at its end
  }
}

/** Lets go: the force is part of the model from now on, or is given up. */
export async function endPull(keepIt: boolean): Promise<void> {
  const mine = now;
  if (!mine) return;
  if (keepIt) note(mine);
  now = null;
  spring.value = null;
  const moment = run.peek()?.from;
  const last = mine.path.at(-1)!.t;
  if (keepIt && mine.path.length > 1) await commitText(textWith(mine, last), moment);
  else await previewText(mine.before, moment);
}

export const isPulled = (): boolean => now !== null;

export function pull(on: boolean): void {
  pulling.value = on;
}
