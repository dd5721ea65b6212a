// SPDX-License-Identifier: Apache-2.0
// The bifurcation diagram that can be acted on: a click loads the value, Shift-click also starts at the equilibrium. With the
// keyboard: arrows move along a branch and from one to the next, Enter loads, Shift+Enter starts there.
import { AxisNames } from "./AxisNames";
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
import { type Surface, fit, fromX, toX, toY } from "../charts/canvas";
import { chartSvg } from "../charts/chartpicture";
import { diagramBox, drawDiagram, drawDiagramLive } from "../charts/diagram";
import { shownNumber } from "../model/format";
import { useLayers } from "./layers";
import { usePictured } from "./pictured";
import { palette } from "../motion/palette";
import { neat, onto } from "../charts/phase";
import type { BranchPoint, BranchesMessage, Edit, EquilibriumMessage, SpecialPoint } from "../link/protocol";
import { type Press, longPress } from "../motion/press";
import { pointing, touch } from "../touch";

/** What is under the pointer: a value, and perhaps a point of a branch or a special point. */
export interface Probe {
  value: number;
  spot: Spot | null;
  special: SpecialPoint | null;
  keys: boolean;
}
const near = 14; // px

interface Props {
  diagram: BranchesMessage;
  axes: DiagramAxes;
  upward: Upward;
  stale: boolean;
  present: number | null;
  equilibria: EquilibriumMessage[];
  probe: Signal<Probe | null>;
  act: (edits: Edit[]) => void;
}
export const pointAt = (diagram: BranchesMessage, pointed: Probe | null): BranchPoint | null =>
  pointed?.spot ? (diagram.branches[pointed.spot.branch]?.points[pointed.spot.point] ?? null) : null;

export function BranchChart(props: Props) {
  const { diagram, axes, upward, present, probe, act } = props;
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const shown = useRef(props);
  const changed = useRef(signal(0));
  shown.current = props;

  useEffect(() => {
    changed.current.value++;
  }, [diagram, axes, upward, props.stale, present, props.equilibria]);

  const drawLiveOn = (surface: Surface): void => {
    const { diagram, axes, upward, present, equilibria } = shown.current;
    const pointed = probe.peek();
    drawDiagramLive(surface, {
      axes,
      upward,
      present,
      equilibria,
      spot: pointed?.special ?? pointAt(diagram, pointed),
      value: pointed && !pointed.keys ? pointed.value : null,
      palette: palette.peek(),
    });
  };
  usePictured("branches", "branches", () => {
    const { clientWidth: width, clientHeight: height } = place.current!;
    return chartSvg({ width, height }, shown.current.axes, palette.peek(), (surface) => {
      drawDiagram(surface, { ...shown.current, palette: palette.peek() });
      drawLiveOn(surface);
    });
  });
  useLayers(place, changed.current, [
    {
      draw: () => ground.current && drawDiagram(fit(ground.current), { ...shown.current, palette: palette.peek() }),
      watch: () => void palette.value,
    },
    { draw: () => live.current && drawLiveOn(fit(live.current)), watch: () => void [palette.value, probe.value] },
  ]);

  const under = (event: PointerEvent): Probe => {
    const rect = place.current!.getBoundingClientRect();
    const box = diagramBox(axes, rect.width, rect.height);
    const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
    const away = (value: number, height: number): number =>
      Math.hypot(toX(box, value) - px, toY(box, onto(axes.y, height)) - py);
    const special = nearestSpecial(diagram, upward, away, near);
    const value = Math.min(axes.x.to, Math.max(axes.x.from, neat(axes.x, fromX(box, px))));
    return {
      value: special ? meant(special.value, diagram) : value,
      spot: nearestSpot(diagram, upward, away, near),
      special,
      keys: false,
    };
  };
  const choose = (pointed: Probe, start: boolean): void => {
    const point = pointAt(diagram, pointed);
    if (!start) act(load(diagram, pointed.value));
    else if (point) act(loadAndStart(diagram, pointed.special ? { ...point, ...pointed.special } : point));
  };
  const press = useRef<Press | null>(null); // null: none is under way, or it was a long one
  const down = (event: PointerEvent): void => {
    press.current = longPress(event, () => {
      press.current = null;
      choose((probe.value = under(event)), true);
    });
  };
  const up = (event: PointerEvent): void => {
    const pressed = press.current;
    press.current = null;
    pressed?.lifted();
    if (pressed && event.button === 0) choose((probe.value = under(event)), event.shiftKey);
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
    const pointed = probe.value;
    if (move) {
      const spot = walked(diagram, pointed?.spot ?? null, ...move, present ?? axes.x.from);
      const point = spot && diagram.branches[spot.branch]!.points[spot.point]!;
      if (point) probe.value = { value: point.value, spot, special: specialAt(diagram, point), keys: true };
    } else if (event.key === "Enter" && pointed) choose(pointed, event.shiftKey);
    else if (event.key === "Escape" && pointed) probe.value = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const special = specialList(diagram)
    .map((one) => `${specialWords[one.type]} at ${shownNumber(one.value)}`)
    .join(", ");
  return (
    <div
      ref={place}
      class="branch-chart"
      role="application"
      tabIndex={0}
      aria-label={`${axes.y.label} of equilibria over ${axes.x.label}`}
      aria-describedby="branch-keys"
      onPointerDown={down}
      onPointerMove={(event) => {
        press.current?.moved(event.clientX, event.clientY);
        probe.value = under(event);
      }}
      onPointerUp={up}
      onPointerCancel={() => press.current?.lifted()}
      onContextMenu={(event) => touch.value && event.preventDefault()}
      onPointerLeave={() => !probe.value?.keys && (probe.value = null)}
      onKeyDown={key}
    >
      <canvas ref={ground} aria-hidden="true" />
      <canvas
        ref={live}
        role="img"
        aria-label={
          `${diagram.branches.length} branches from ${shownNumber(diagram.from)} to ${shownNumber(diagram.to)}; ${special || "no special points"}` +
          (present === null ? "" : `; now ${shownNumber(present)}`)
        }
      />
      <AxisNames x={axes.x} y={axes.y} />
      <span id="branch-keys" class="unseen">
        Left and right move along a branch, up and down to the next one. Enter loads the value, Shift+Enter also starts
        at this equilibrium.
      </span>
    </div>
  );
}

/** What is under the pointer, in words. */
export function BranchReadout({ diagram, upward, axes, probe }: Pick<Props, "diagram" | "upward" | "axes" | "probe">) {
  const pointed = probe.value;
  if (!pointed)
    return <p class="branch-readout">{pointing("Click to load a value, Shift-click a branch to start there too.")}</p>;
  const point = pointed.special ?? pointAt(diagram, pointed);
  const stability = pointAt(diagram, pointed)?.stability.replace("_", " ");
  return (
    <p class="branch-readout" aria-live={pointed.keys ? "polite" : "off"}>
      <span class="value">
        {shownNumber(meant(pointed.value, diagram))} {axes.x.unit}
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
      {pointed.special ? (
        <span>{specialWords[pointed.special.type]}</span>
      ) : (
        stability && (
          <span>
            {stability}, index {pointAt(diagram, pointed)!.index}
          </span>
        )
      )}
    </p>
  );
}
