// SPDX-License-Identifier: Apache-2.0
// A model built by hand, in a frame of the plane: a drag from a body onto the ground adds a body with its joint, onto another
// body joins the two, a drag of a ring moves the joint. Each is one edit of the text and one step of undo.
import type { Edit, ModelMessage, Problem } from "../link/protocol";
import { type Solid, solidTexts } from "../model/outlines";
import { freeName, renamed, withJoint, withRod, without } from "../model/parts";
import { commit, commitText, cursor, model, playing, preview, problems, say, text } from "../model/store";
import { hasLoops, inward } from "../motion/poses";
import { metres, pixels } from "../motion/scale";
import type { Stage } from "../motion/stage";
import { building, sketched } from "../motion/hand";
import { bodyAt } from "./pick";

type Place = [x: number, y: number];

export function build(on: boolean): void {
  building.value = on;
  sketched.value = null;
  if (!on || !model.peek()) return;
  playing.value = false;
  cursor.value = model.peek()!.run.t0;
}

/** Whether the bodies of a text are those of a [chain]. */
export const isChain = (text: string): boolean => /^\s*\[\s*chain\s*\]/m.test(text);

/** Why a model cannot be built by hand; empty if it can. */
export function whyNot(current: ModelMessage | null): string {
  if (!current) return "there is no model yet";
  if (current.space) return "bodies in space are built in the text";
  return isChain(current.text) ? "a [chain] is one table; its bodies are not built by hand" : "";
}

async function tried(how: () => Promise<boolean>): Promise<void> {
  const before = problems.value;
  if (await how()) return;
  const found: Problem[] = problems.value;
  problems.value = before;
  if (found !== before && found[0]) say("warning", `This cannot be built: ${found[0].message}`);
}
/** A start by energy or at an equilibrium is that of this mechanism: another one starts with the same rates. */
const ownStart = new Set(["energy", "equilibrium"]);
/** When joints go, rates that the text does not name are written too: with none left momentum alone fixes no motion. */
const cutStart = new Set([...ownStart, "rates"]);
function sameStart(forms = ownStart): Edit[] {
  const { start, joints } = model.peek()!;
  if (!forms.has(start.form)) return [];
  const named = (values: number[]): Record<string, number> =>
    Object.fromEntries(joints.map(({ name }, k) => [name, values[k]!]));
  return [{ kind: "start", angles: named(start.angles), rates: named(start.rates), momentum: start.momentum }];
}
async function take(change: (text: string) => string, forms = ownStart): Promise<void> {
  const same = sameStart(forms);
  if (same.length === 0) return tried(() => commitText(change(text.peek())));
  await tried(async () => (await preview(same)) && commitText(change(model.peek()!.text)));
  if (model.peek()!.text !== text.peek()) await preview([]); // it was refused: the text stays as it was
}

/** The ring under the pointer, or -1. */
function jointAt({ poses, camera }: Stage, x: number, y: number): number {
  const onto = pixels(camera);
  let [nearest, least] = [-1, 9];
  poses!.jointX.forEach((u, k) => {
    const [px, py] = onto(u, poses!.jointY[k]!);
    const away = Math.hypot(px - x, py - y);
    if (away < least) [nearest, least] = [k, away];
  });
  return nearest;
}

/** A place of the canvas in a body, from its mass centre. */
function inBody({ poses, camera }: Stage, body: number, x: number, y: number): Place {
  const { x: xs, y: ys, angle } = poses!;
  return inward(xs[body]!, ys[body]!, angle[body]!)(...metres(camera, x, y));
}
/** A number of the text by its path; what is left out is zero. */
export const numberAt = (current: ModelMessage, path: string): number =>
  current.numbers.find((entry) => entry.path === path)?.value ?? 0;
/** Where the mass centre of a body lies in its own frame, as the numbers of the text have it. */
function centreOf(current: ModelMessage, body: number): Place {
  const name = current.bodies[body]!.name;
  return [numberAt(current, `body.${name}.centre.x`), numberAt(current, `body.${name}.centre.y`)];
}
/** The same place as the text counts it, from the origin of the body's frame. */
function inFrame(current: ModelMessage, stage: Stage, body: number, x: number, y: number): Place {
  const [u, v] = inBody(stage, body, x, y);
  const [cu, cv] = centreOf(current, body);
  return [u + cu, v + cv];
}

export interface Grip {
  x: number; // pixels
  y: number;
  body: number;
  joint: number; // -1: none
}
/** What a press takes hold of; null: nothing that can be built on. */
export function gripAt(stage: Stage, x: number, y: number): Grip | null {
  const joint = jointAt(stage, x, y);
  const body = bodyAt(stage, x, y, 8);
  return joint < 0 && body < 0 ? null : { x, y, body, joint };
}

function moveJoint(current: ModelMessage, stage: Stage, joint: number, x: number, y: number): Promise<void> {
  const { name, first, second } = current.joints[joint]!;
  const edits = [first, second].flatMap((body): Edit[] => {
    const place = inFrame(current, stage, body, x, y);
    return (["x", "y"] as const).map((axis, i) => ({
      kind: "set",
      path: `joint.${name}.at.${current.bodies[body]!.name}.${axis}`,
      value: String(Number(place[i]!.toFixed(3)) + 0),
    }));
  });
  return tried(() => commit(edits));
}

/** The drag ended here. */
export async function finish(stage: Stage, grip: Grip, x: number, y: number): Promise<void> {
  sketched.value = null;
  const current = model.peek();
  if (!current || Math.hypot(x - grip.x, y - grip.y) < 12) return;
  if (grip.joint >= 0) return moveJoint(current, stage, grip.joint, x, y);
  const names = { bodies: current.bodies.map(({ name }) => name), joints: current.joints.map(({ name }) => name) };
  const [parent, pin] = [names.bodies[grip.body]!, freeName("pin", names.joints)];
  const other = bodyAt(stage, x, y, 8);
  if (other >= 0 && other !== grip.body) {
    const places = [grip.body, other].map((body) => inFrame(current, stage, body, x, y)) as [Place, Place];
    return take((before) => withJoint(before, pin, parent, names.bodies[other]!, ...places));
  }
  const [from, to] = [inBody(stage, grip.body, grip.x, grip.y), inBody(stage, grip.body, x, y)];
  const name = freeName("body", names.bodies);
  await take((before) =>
    withRod(
      before,
      { name, mass: current.bodies[grip.body]!.mass },
      {
        name: pin,
        parent,
        inParent: inFrame(current, stage, grip.body, grip.x, grip.y),
        inBody: [from[0] - to[0], from[1] - to[1]], // it starts turned as its parent is
      },
    ),
  );
}

/** Takes away the text of bodies and joints; loops have as many rates as they are free. */
function cut(gone: Parameters<typeof without>[1]): Promise<void> {
  return take((before) => without(before, gone), hasLoops(model.peek()!) ? ownStart : cutStart);
}

/** Takes away the body that is picked, with its joints. */
export const remove = (body: number): Promise<void> => cut({ bodies: [model.peek()!.bodies[body]!.name] });

/** The bodies that still hang together with this one when a joint is cut. */
export function togetherWith({ joints }: ModelMessage, joint: number, body: number): Set<number> {
  const found = new Set([body]);
  for (const one of found) // those that are added meanwhile too
    joints.forEach(({ first, second }, k) => {
      if (k !== joint && (first === one || second === one)) found.add(first === one ? second : first);
    });
  return found;
}

/** Cuts a joint: what hangs together with this body stays, the rest goes; a loop is opened. */
export function splitOff(joint: number, body: number): Promise<void> {
  const current = model.peek()!;
  const stay = togetherWith(current, joint, body);
  const bodies = current.bodies.flatMap(({ name }, i) => (stay.has(i) ? [] : [name]));
  return cut({ bodies, joints: [current.joints[joint]!.name] });
}

/** Gives a body this mass, inertia and outline. */
export function shapeBody(name: string, solid: Solid): Promise<void> {
  const edits = Object.entries(solidTexts(solid)).map(
    ([key, value]): Edit => ({ kind: "set", path: `body.${name}.${key}`, value }),
  );
  return tried(() => commit([...sameStart(), ...edits]));
}

/** A name is letters, digits, - and _, as the file has it. */
export function rename(kind: "body" | "joint", old: string, name: string): Promise<void> {
  if (name === old || name === "") return Promise.resolve();
  return take((before) => renamed(before, kind, old, name));
}
