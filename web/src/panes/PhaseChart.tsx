// SPDX-License-Identifier: Apache-2.0
// A plane through phase space that can be acted on: a click or drag starts the motion there, Shift adds a comparison, a drag
// along the orbit moves the time. With the keyboard: arrows move a cross-hair, Enter starts, Shift+Enter compares.
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { AxisNames } from "./AxisNames";
import { chartSvg } from "../charts/chartpicture";
import { type Box, type Surface, fit, fromX, fromY, toX, toY } from "../charts/canvas";
import { type Curve, type Mark, boxOf, drawGround, drawGroundLines, drawLive, placesOf } from "../charts/chart";
import { abandon, follows, settle } from "../editing/edits";
import { runningNumber, shownNumber } from "../model/format";
import { useLayers } from "./layers";
import { Tex } from "./math";
import { usePictured } from "./pictured";
import { placeOfRun } from "../model/beside";
import { runColour } from "../motion/colours";
import { palette } from "../motion/palette";
import { type Orbit, type Plane, follow, nearest, neat, onto } from "../charts/phase";
import type { Edit, PortraitMessage } from "../link/protocol";
import { type RunData, spotAt, valueAt } from "../link/run";
import { compare, comparisons, cursor, ghost, model, playing, revision, run, say, spot } from "../model/store";
import { type Press, longPress } from "../motion/press";
import { pointing, touch } from "../touch";

export interface Probe {
  x: number;
  y: number;
  cross: boolean; // moved by keys
  curve: Curve | null; // of the portrait, under it
  mark: Mark | null;
}
const near = 8; // px

/** What of the portrait is under a point of the canvas. */
function under(
  portrait: PortraitMessage | null,
  plane: Plane,
  box: Box,
  px: number,
  py: number,
): Pick<Probe, "curve" | "mark"> {
  const away = ([x, y]: [number, number]): number => Math.hypot(toX(box, x) - px, toY(box, y) - py);
  const mark = portrait?.marks.find((one) => placesOf(one, plane).some((place) => away(place) < near)) ?? null;
  let least = near;
  let curve: Curve | null = null;
  for (const candidate of portrait?.curves.filter(({ kind }) => kind !== "shore") ?? [])
    for (const point of candidate.points)
      if (away(point) < least) {
        least = away(point);
        curve = candidate;
      }
  return { curve: mark ? null : curve, mark };
}

async function begin(edit: Edit, beside: boolean): Promise<void> {
  if (beside) {
    await compare([edit]);
    return;
  }
  cursor.value = model.value!.run.t0;
  for (const { message } of await settle([edit])) say("warning", message);
}

const colourOfRun = (other: RunData): string => runColour(placeOfRun(other), palette.peek().dark);

interface Props {
  plane: Plane;
  portrait: PortraitMessage | null;
  stale: boolean;
  probe: Signal<Probe | null>;
}
export function PhaseChart({ plane, portrait, stale, probe }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const described = useSignal("");
  const drag = useRef<{
    kind: "scrub" | "start";
    x: number;
    y: number;
    moved: boolean;
    press: Press;
    resume: boolean;
  } | null>(null);
  const shown = useRef({ plane, portrait, stale });
  const changed = useRef(signal(0));
  shown.current = { plane, portrait, stale };

  const box = (): Box => boxOf(plane, place.current!.clientWidth, place.current!.clientHeight);
  const orbit = (): Orbit | null => (run.peek() ? shown.current.plane.orbit(run.peek()!) : null);

  const { x, y } = plane;
  useEffect(() => {
    changed.current.value++;
  }, [x.label, x.from, x.to, y.label, y.from, y.to, portrait, stale]); // a new run has its own painter

  const placesNow = (data: RunData, path: Orbit | null): [number, number][] => {
    const when = spotAt(data, cursor.peek());
    return path && path.x.length > 0 ? [[valueAt(path.x, when), valueAt(path.y, when)]] : [];
  };
  const drawGroundOn = (surface: Surface, draw: typeof drawGround): void => {
    const { plane, portrait, stale } = shown.current;
    const current = run.peek();
    if (!current) return;
    draw(surface, {
      plane,
      portrait,
      stale,
      energy: current.model.start.energy,
      orbit: orbit(),
      ghost: ghost.peek() ? plane.orbit(ghost.peek()!) : null,
      comparisons: comparisons.peek().flatMap((other) => {
        const orbit = plane.orbit(other);
        return orbit ? [{ orbit, colour: colourOfRun(other) }] : [];
      }),
      palette: palette.peek(),
    });
  };
  const drawGroundLayer = (): void => {
    if (run.peek() && ground.current) drawGroundOn(fit(ground.current), drawGround);
  };
  const drawLiveOn = (surface: Surface): void => {
    const { plane } = shown.current;
    const current = run.peek();
    if (!current) return;
    drawLive(surface, {
      plane,
      now: placesNow(current, orbit())[0] ?? null,
      others: comparisons
        .peek()
        .flatMap((other) =>
          placesNow(other, plane.orbit(other)).map((place) => ({ place, colour: colourOfRun(other) })),
        ),
      probe: probe.peek(),
      curve: probe.peek()?.curve ?? null,
      palette: palette.peek(),
    });
  };
  const drawLiveLayer = (): void => {
    if (run.peek() && live.current) drawLiveOn(fit(live.current));
  };
  usePictured("phase-space", "phase space", () => {
    const { clientWidth: width, clientHeight: height } = place.current!;
    return chartSvg({ width, height }, shown.current.plane, palette.peek(), (surface) => {
      drawGroundOn(surface, drawGroundLines);
      drawLiveOn(surface);
    });
  });
  useLayers(place, changed.current, [
    {
      draw: drawGroundLayer,
      watch: () => void [run.value, revision.value, ghost.value, comparisons.value, palette.value],
    },
    {
      draw: drawLiveLayer,
      watch: () => void [run.value, spot.value, comparisons.value, palette.value, probe.value],
    },
  ]);
  useEffect(() => {
    const describe = (): void => {
      const { plane, portrait } = shown.current;
      const now = run.peek() ? placesNow(run.peek()!, orbit())[0] : undefined;
      const marks = portrait?.marks.map((mark) => `${mark.id} ${mark.stability.replace("_", " ")}`).join(", ");
      described.value =
        (marks ? `Equilibria: ${marks}. ` : "") +
        (now
          ? `Now ${plane.x.label} is ${shownNumber(onto(plane.x, now[0]))} ${plane.x.unit}, ` +
            `${plane.y.label} is ${shownNumber(onto(plane.y, now[1]))} ${plane.y.unit}.`
          : "");
    };
    const timer = setInterval(describe, 1000);
    describe();
    return () => clearInterval(timer);
  }, []);

  const startAt = plane.startAt && ((x: number, y: number): Edit => plane.startAt!(neat(plane.x, x), neat(plane.y, y)));
  const point = (event: PointerEvent): { px: number; py: number; x: number; y: number } => {
    const rect = place.current!.getBoundingClientRect();
    const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
    const clamp = (value: number, axis: { from: number; to: number }): number =>
      Math.min(axis.to, Math.max(axis.from, value));
    return { px, py, x: clamp(fromX(box(), px), plane.x), y: clamp(fromY(box(), py), plane.y) };
  };
  const apart = (px: number, py: number) => {
    const area = box();
    return (x: number, y: number): number =>
      (toX(area, onto(plane.x, x)) - px) ** 2 + (toY(area, onto(plane.y, y)) - py) ** 2;
  };
  const onOrbit = (px: number, py: number): boolean => {
    const path = orbit();
    return path !== null && path.x.length > 0 && nearest(path, apart(px, py)).away <= near;
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    const { px, py } = point(event);
    const kind = onOrbit(px, py) ? "scrub" : "start";
    if (kind === "start" && !startAt) return;
    place.current!.setPointerCapture(event.pointerId);
    const press = longPress(event, () => {
      const { x, y } = point(event);
      cancelled();
      if (startAt) void begin(startAt(x, y), true);
    });
    drag.current = { kind, x: px, y: py, moved: false, resume: playing.value, press };
  };
  const move = (event: PointerEvent): void => {
    const { px, py, x, y } = point(event);
    const held = drag.current;
    if (!held) {
      probe.value = { x, y, cross: false, ...under(portrait, plane, box(), px, py) };
      place.current!.classList.toggle("near", onOrbit(px, py));
      return;
    }
    held.press.moved(event.clientX, event.clientY);
    held.moved ||= Math.hypot(px - held.x, py - held.y) > 4;
    if (!held.moved) return;
    playing.value = false;
    probe.value = { x, y, cross: false, curve: null, mark: null };
    const path = orbit();
    if (held.kind === "scrub") {
      if (path) cursor.value = run.value!.columns[0]![follow(path, apart(px, py), spot.value.row, near)]!;
    } else if (!event.shiftKey) {
      cursor.value = model.value!.run.t0;
      follows([startAt!(x, y)], () => {});
    }
  };
  const up = (event: PointerEvent): void => {
    const held = drag.current;
    drag.current = null;
    if (!held) return;
    held.press.lifted();
    playing.value = held.resume;
    if (held.kind === "scrub" && held.moved) return;
    const { x, y } = point(event);
    if (startAt) void begin(startAt(x, y), event.shiftKey);
  };
  const cancelled = (): void => {
    drag.current?.press.lifted();
    if (drag.current) playing.value = drag.current.resume;
    if (drag.current?.kind === "start" && drag.current.moved) abandon();
    drag.current = null;
  };

  const key = (event: KeyboardEvent): void => {
    const step = (event.shiftKey ? 8 : 1) / 100;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const by = moves[event.key];
    const from = probe.value ?? { x: (plane.x.from + plane.x.to) / 2, y: (plane.y.from + plane.y.to) / 2 };
    const moved = (axis: Plane["x"], value: number, part: number): number => {
      const next = value + part * (axis.to - axis.from);
      return axis.wraps ? onto(axis, next) : Math.min(axis.to, Math.max(axis.from, next));
    };
    if (by) {
      const [x, y] = [moved(plane.x, from.x, by[0]), moved(plane.y, from.y, by[1])];
      probe.value = { x, y, cross: true, ...under(portrait, plane, box(), toX(box(), x), toY(box(), y)) };
    } else if (event.key === "Enter" && probe.value && startAt) {
      void begin(startAt(probe.value.x, probe.value.y), event.shiftKey);
    } else if (event.key === "Escape" && probe.value) {
      probe.value = null;
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={place}
      class={`phase-chart${plane.startAt ? " startable" : ""}`}
      role="application"
      tabIndex={0}
      aria-label={`${plane.y.label} over ${plane.x.label}`}
      aria-describedby="phase-keys"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancelled}
      onContextMenu={(event) => touch.value && event.preventDefault()}
      onPointerLeave={() => !drag.current && !probe.value?.cross && (probe.value = null)}
      onKeyDown={key}
    >
      <canvas ref={ground} aria-hidden="true" />
      <canvas ref={live} role="img" aria-label={described.value || "Phase space"} />
      <AxisNames x={plane.x} y={plane.y} />
      <span id="phase-keys" class="unseen">
        {plane.startAt
          ? "Arrows move a cross-hair, Enter starts the motion there, Shift+Enter adds a comparison."
          : "Arrows move a cross-hair."}
      </span>
    </div>
  );
}

/** Where the pointer is and what is there, in words. */
export function Readout({
  plane,
  probe,
  height,
}: {
  plane: Plane;
  probe: Signal<Probe | null>;
  height: ((pointed: Probe) => string) | null;
}) {
  const pointed = probe.value;
  if (!pointed)
    return (
      <p class="phase-readout">{plane.startAt ? pointing("Click to start there, Shift-click to compare.") : ""}</p>
    );
  const { mark, curve } = pointed;
  const words = mark
    ? `${mark.id}, ${mark.stability.replace("_", " ")}, ${shownNumber(mark.energy)} J`
    : curve
      ? `${curve.kind === "level" ? "" : `${curve.kind}, `}${shownNumber(curve.energy)} J` +
        (curve.period === null ? "" : `, period ${shownNumber(curve.period)} s`)
      : (height?.(pointed) ?? "");
  return (
    <p class="phase-readout" aria-live={pointed.cross ? "polite" : "off"}>
      <span>
        <Tex latex={plane.x.latex} /> {runningNumber(pointed.x)}
      </span>
      <span>
        <Tex latex={plane.y.latex} /> {runningNumber(pointed.y)}
      </span>
      <span class="what">{words}</span>
    </p>
  );
}
