// SPDX-License-Identifier: Apache-2.0
// The backbone of a family that can be acted on: a click chooses the member. The slider above it does the same with the keyboard.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { backboneAxes, backboneBox, drawBackbone, drawBackboneLive, eventShape } from "../charts/backbone";
import { type Surface, fit, toX, toY } from "../charts/canvas";
import { chartSvg } from "../charts/chartpicture";
import { dashes, markPath } from "../charts/diagram";
import { nearestMember } from "../charts/orbits";
import type { FamilyMessage } from "../link/protocol";
import { shownNumber } from "../model/format";
import { palette } from "../motion/palette";
import { useLayers } from "./layers";
import { usePictured } from "./pictured";

interface Props {
  family: FamilyMessage;
  chosen: number;
  stale: boolean;
  choose: (member: number) => void;
}
export function Backbone(props: Props) {
  const { family, choose } = props;
  const place = useRef<HTMLDivElement>(null);
  const ground = useRef<HTMLCanvasElement>(null);
  const live = useRef<HTMLCanvasElement>(null);
  const shown = useRef(props);
  const changed = useRef(signal(0));
  const pointed = useSignal(-1);
  shown.current = props;
  useEffect(() => {
    changed.current.value++;
  }, [family, props.chosen, props.stale]);
  const drawGroundOn = (surface: Surface): void => {
    const { family, stale } = shown.current;
    drawBackbone(surface, family, backboneAxes(family), stale, palette.peek());
  };
  const drawLiveOn = (surface: Surface): void => {
    const { family, chosen } = shown.current;
    const { members } = family;
    drawBackboneLive(surface, backboneAxes(family), members[chosen], members[pointed.peek()], palette.peek());
  };
  usePictured("family", "family of periodic motions", () => {
    const { clientWidth: width, clientHeight: height } = place.current!;
    return chartSvg({ width, height }, backboneAxes(shown.current.family), palette.peek(), (surface) => {
      drawGroundOn(surface);
      drawLiveOn(surface);
    });
  });
  useLayers(place, changed.current, [
    { draw: () => ground.current && drawGroundOn(fit(ground.current)), watch: () => void palette.value },
    {
      draw: () => live.current && drawLiveOn(fit(live.current)),
      watch: () => void [palette.value, pointed.value],
    },
  ]);
  const under = (event: PointerEvent): number => {
    const { left, top, width, height } = place.current!.getBoundingClientRect();
    const box = backboneBox(backboneAxes(family), width, height);
    return nearestMember(family.members, (energy, period) =>
      Math.hypot(toX(box, energy) - (event.clientX - left), toY(box, period) - (event.clientY - top)),
    );
  };
  const last = family.members.at(-1);
  const range = last
    ? `from period ${shownNumber(family.members[0]!.period)} s at energy ${shownNumber(family.members[0]!.energy)} J to ${shownNumber(last.period)} s at ${shownNumber(last.energy)} J`
    : "no members";
  return (
    <div class="backbone">
      <span class="axis-words">
        period [s] over energy [J]
        <Legend />
      </span>
      <div
        ref={place}
        class="backbone-chart"
        onPointerMove={(event) => (pointed.value = under(event))}
        onPointerLeave={() => (pointed.value = -1)}
        onPointerUp={(event) => event.button === 0 && choose(under(event))}
      >
        <canvas ref={ground} role="img" aria-label={`Period over energy of the family, ${range}`} />
        <canvas ref={live} aria-hidden="true" />
      </div>
    </div>
  );
}

function Legend() {
  return (
    <ul class="branch-legend" aria-label="Lines">
      {(["stable", "unstable"] as const).map((kind) => (
        <li key={kind}>
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <line x1="0" y1="4" x2="20" y2="4" class={kind} stroke-dasharray={dashes[kind].join(" ")} />
          </svg>
          {kind}
        </li>
      ))}
    </ul>
  );
}

const mostListed = 12;
/** What happens along the family, in words. */
export function Events({ family: { events } }: { family: FamilyMessage }) {
  if (events.length === 0) return null;
  return (
    <ul class="branch-special" aria-label="Along the family">
      {events.slice(0, mostListed).map(({ type, energy, period }, i) => (
        <li key={i}>
          <svg viewBox="-7 -7 14 14" aria-hidden="true">
            <path d={markPath(eventShape[type])} />
          </svg>
          {type} at {shownNumber(energy)} J, {shownNumber(period)} s
        </li>
      ))}
      {events.length > mostListed && <li>and {events.length - mostListed} more</li>}
    </ul>
  );
}
