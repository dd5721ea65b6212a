// SPDX-License-Identifier: Apache-2.0
// Coupler curves: where the marked points of a linkage of one freedom can ever be, seen from one of its bodies.
import type { LeafMessage, ModelMessage } from "../link/protocol";
import { leafOf } from "../model/circle";
import { mechanism } from "../model/fresh";
import { type FrameChoice, see, viewOf } from "./frames";
import { newPoses, posesFrom } from "./poses";
import { placeOf } from "./traces";

export interface CouplerCurve {
  body: number; // whose point it is
  x: number[];
  y: number[];
}

/** One closed curve per marked point, over the circle of shapes of this leaf. */
export function couplerCurves(model: ModelMessage, leaf: LeafMessage, choice: FrameChoice): CouplerCurve[] {
  const out = model.points.map(({ body }): CouplerCurve => ({ body, x: [], y: [] }));
  const poses = newPoses(model);
  for (const angles of leaf.along.angles) {
    posesFrom(model, 0, angles, poses);
    see(viewOf(model, choice, poses), poses);
    out.forEach((curve, index) => {
      const [x, y] = placeOf(model, { kind: "point", index }, poses);
      curve.x.push(x);
      curve.y.push(y);
    });
  }
  return out;
}

const mechanisms = new WeakMap<ModelMessage, string>();
function mechanismOf(model: ModelMessage): string {
  let found = mechanisms.get(model);
  if (found === undefined) mechanisms.set(model, (found = mechanism(model)));
  return found;
}
let kept: { model: ModelMessage; leaves: LeafMessage[]; byFrame: Map<FrameChoice, CouplerCurve[]> } | null = null;

/** The curves on the circle where the start is; none unless seen from a body, or if the leaves are of another
 *  model. */
export function curvesFor(
  model: ModelMessage,
  known: { model: ModelMessage; leaves: LeafMessage[] } | null,
  choice: FrameChoice,
): CouplerCurve[] {
  if (!known || model.points.length === 0 || !choice.startsWith("body:")) return [];
  if (mechanismOf(known.model) !== mechanismOf(model)) return [];
  if (kept?.model !== model || kept.leaves !== known.leaves) kept = { model, leaves: known.leaves, byFrame: new Map() };
  let found = kept.byFrame.get(choice);
  if (!found) {
    found = couplerCurves(model, known.leaves[leafOf(known.leaves, model.start.angles)]!, choice);
    kept.byFrame.set(choice, found);
  }
  return found;
}
