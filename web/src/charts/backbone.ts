// SPDX-License-Identifier: Apache-2.0
// The backbone of a family on its canvases: the period over the energy, solid where all multipliers are on the unit circle, dashed
// where not; events by their shapes and names, the end; on top the member that is chosen and the one under the pointer.
import { backbonePieces } from "./orbits";
import { type Box, type Surface, axesBox, toX, toY } from "./canvas";
import { drawAxes } from "./chart";
import { anchored } from "./dashes";
import { dashes, drawNames, drawSpecial } from "./diagram";
import type { Palette } from "../motion/draw";
import { type Axis, rounded } from "./phase";
import type { FamilyEvent, FamilyMessage, OrbitMessage, SpecialPoint } from "../link/protocol";

export interface BackboneAxes {
  x: Axis;
  y: Axis;
}
export function backboneAxes({ members, events }: FamilyMessage): BackboneAxes {
  const axis = (values: number[], label: string, unit: string): Axis => {
    const [from, to] = rounded(Float64Array.from(values));
    return { from, to, wraps: false, label, latex: "", unit };
  };
  const all = [...members, ...events];
  return {
    x: axis(
      all.map(({ energy }) => energy),
      "energy",
      "J",
    ),
    y: axis(
      all.map(({ period }) => period),
      "period",
      "s",
    ),
  };
}
export const backboneBox = (axes: BackboneAxes, width: number, height: number): Box => axesBox(axes, width, height, 24);

/** The shapes of events are those of what is alike among the special points of equilibria. */
export const eventShape: Record<FamilyEvent["type"], SpecialPoint["type"]> = {
  fold: "fold",
  branching: "pitchfork",
  "period doubling": "zero",
  "Krein collision": "hamiltonian_hopf",
};

export function drawBackbone(
  { context, width, height }: Surface,
  family: FamilyMessage,
  axes: BackboneAxes,
  stale: boolean,
  palette: Palette,
): void {
  const box = backboneBox(axes, width, height);
  drawAxes(context, box, axes, palette);
  context.globalAlpha = stale ? 0.4 : 1;
  context.lineJoin = "round";
  for (const { stable, members } of backbonePieces(family.members)) {
    context.lineWidth = stable ? 2 : 1.5;
    context.strokeStyle = stable ? palette.ink : palette.quiet;
    context.beginPath();
    const path = anchored(context, stable ? dashes.stable : dashes.unstable);
    members.forEach(({ energy, period }, i) => {
      if (i === 0) path.moveTo(toX(box, energy), toY(box, period));
      else path.lineTo(toX(box, energy), toY(box, period));
    });
    context.stroke();
  }
  context.setLineDash([]);
  const places = family.events.map(({ energy, period, type }) => ({
    px: toX(box, energy),
    py: toY(box, period),
    words: type,
    type,
  }));
  for (const { px, py, type } of places) drawSpecial(context, px, py, eventShape[type], palette);
  drawNames(context, box, places, palette);
  context.globalAlpha = 1;
}

export function drawBackboneLive(
  { context, width, height }: Surface,
  axes: BackboneAxes,
  chosen: OrbitMessage | undefined,
  pointed: OrbitMessage | undefined,
  palette: Palette,
): void {
  const box = backboneBox(axes, width, height);
  const dot = (member: OrbitMessage, radius: number, filled: boolean): void => {
    context.beginPath();
    context.arc(toX(box, member.energy), toY(box, member.period), radius, 0, 2 * Math.PI);
    context.fillStyle = context.strokeStyle = palette.accent;
    context.lineWidth = 2;
    if (filled) context.fill();
    else context.stroke();
  };
  if (pointed) dot(pointed, 7, false);
  if (chosen) dot(chosen, 5, true);
}
