// SPDX-License-Identifier: Apache-2.0
// The bifurcation diagram that can be acted on: a click loads the value, Shift-click also starts at the equilibrium. With the
// keyboard: arrows move along a branch and from one to the next, Enter loads, Shift+Enter starts there.
import { type Signal, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import {
  type DiagramAxes,
  type Spot,
  type Upward,
  heightOf,
  load,
  loadAndStart,
  meant,
  nearestSpecial,
  nearestSpot,
  specialAt,
  specialList,
  specialWords,
  walked,
} from "../charts/branches";
import { fit, fromX, toX, toY } from "../charts/canvas";
import { diagramBox, drawDiagram, drawDiagramLive } from "../charts/diagram";
import { shownNumber } from "../model/format";
import { useLayers } from "./layers";
import { Tex } from "./math";
import { palette } from "../motion/palette";
import { neat, onto } from "../charts/phase";
import type { BranchPoint, BranchesMessage, Edit, EquilibriumMessage, SpecialPoint } from "../link/protocol";

/** What is under the pointer: a value, and perhaps a point of a branch or a special point. */
export interface Probe {
  value: number;
  spot: Spot | null;
  special: SpecialPoint | null;
  keys: boolean;
}
const near = 14; // px

interface Props {
  of: BranchesMessage;
  axes: DiagramAxes;
  upward: Upward;
  stale: boolean;
  present: number | null;
  equilibria: EquilibriumMessage[];
  probe: Signal<Probe | null>;
  act: (edits: Edit[]) => void;
}
export const pointAt = (of: BranchesMessage, at: Probe | null): BranchPoint | null =>
  at?.spot ? (of.branches[at.spot.branch]?.points[at.spot.point] ?? null) : null;

export function BranchChart(props: Props) {
  const { of, axes, upward, present, probe, act } = props;
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const shown = useRef(props);
  const changed = useRef(signal(0));
  shown.current = props;

  useEffect(() => {
    changed.current.value++;
  }, [of, axes, upward, props.stale, present, props.equilibria]);

  const drawLiveLayer = (): void => {
    const { of, axes, upward, present, equilibria } = shown.current;
    if (!live.current) return;
    const at = probe.peek();
    drawDiagramLive(fit(live.current), {
      axes,
      upward,
      present,
      equilibria,
      spot: at?.special ?? pointAt(of, at),
      value: at && !at.keys ? at.value : null,
      palette: palette.peek(),
    });
  };
  useLayers(place, changed.current, [
    {
      draw: () => ground.current && drawDiagram(fit(ground.current), { ...shown.current, palette: palette.peek() }),
      watch: () => void palette.value,
    },
    { draw: drawLiveLayer, watch: () => void [palette.value, probe.value] },
  ]);

  const under = (event: PointerEvent): Probe => {
    const rect = place.current!.getBoundingClientRect();
    const box = diagramBox(axes, rect.width, rect.height);
    const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
    const away = (value: number, height: number): number =>
      Math.hypot(toX(box, value) - px, toY(box, onto(axes.y, height)) - py);
    const special = nearestSpecial(of, upward, away, near);
    const value = Math.min(axes.x.to, Math.max(axes.x.from, neat(axes.x, fromX(box, px))));
    return {
      value: special ? meant(special.value, of) : value,
      spot: nearestSpot(of, upward, away, near),
      special,
      keys: false,
    };
  };
  const choose = (at: Probe, start: boolean): void => {
    const point = pointAt(of, at);
    if (!start) act(load(of, at.value));
    else if (point) act(loadAndStart(of, at.special ? { ...point, ...at.special } : point));
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? 8 : 1;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, 1],
      ArrowDown: [0, -1],
    };
    const move = moves[event.key];
    const at = probe.value;
    if (move) {
      const spot = walked(of, at?.spot ?? null, ...move, present ?? axes.x.from);
      const point = spot && of.branches[spot.branch]!.points[spot.point]!;
      if (point) probe.value = { value: point.value, spot, special: specialAt(of, point), keys: true };
    } else if (event.key === "Enter" && at) choose(at, event.shiftKey);
    else if (event.key === "Escape" && at) probe.value = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const special = specialList(of)
    .map((at) => `${specialWords[at.type]} at ${shownNumber(at.value)}`)
    .join(", ");
  return (
    <div
      ref={place}
      class="branch-chart"
      role="application"
      tabIndex={0}
      aria-label={`${axes.y.label} of equilibria over ${axes.x.label}`}
      aria-describedby="branch-keys"
      onPointerMove={(event) => (probe.value = under(event))}
      onPointerUp={(event) => event.button === 0 && choose((probe.value = under(event)), event.shiftKey)}
      onPointerLeave={() => !probe.value?.keys && (probe.value = null)}
      onKeyDown={key}
    >
      <canvas ref={ground} aria-hidden="true" />
      <canvas
        ref={live}
        role="img"
        aria-label={
          `${of.branches.length} branches from ${shownNumber(of.from)} to ${shownNumber(of.to)}; ${special || "no special points"}` +
          (present === null ? "" : `; now ${shownNumber(present)}`)
        }
      />
      <span class="axis-name y">{axes.y.latex ? <Tex of={axes.y.latex} /> : null}</span>
      <span id="branch-keys" class="unseen">
        Left and right move along a branch, up and down to the next one. Enter loads the value, Shift+Enter also starts
        at this equilibrium.
      </span>
    </div>
  );
}

/** What is under the pointer, in words. */
export function BranchReadout({ of, upward, axes, probe }: Pick<Props, "of" | "upward" | "axes" | "probe">) {
  const at = probe.value;
  if (!at) return <p class="branch-readout">Click to load a value, Shift-click a branch to start there too.</p>;
  const point = at.special ?? pointAt(of, at);
  const stability = pointAt(of, at)?.stability.replace("_", " ");
  return (
    <p class="branch-readout" aria-live={at.keys ? "polite" : "off"}>
      <span class="value">
        {shownNumber(meant(at.value, of))} {axes.x.unit}
      </span>
      {point && (
        <span>
          {upward === "energy" ? "energy" : "angle"}{" "}
          {shownNumber(
            onto(
              { ...axes.y, from: axes.y.wraps ? -Math.PI : axes.y.from, to: axes.y.wraps ? Math.PI : axes.y.to },
              heightOf(point, upward),
            ),
          )}{" "}
          {axes.y.unit}
        </span>
      )}
      {at.special ? (
        <span>{specialWords[at.special.type]}</span>
      ) : (
        stability && (
          <span>
            {stability}, index {pointAt(of, at)!.index}
          </span>
        )
      )}
    </p>
  );
}
