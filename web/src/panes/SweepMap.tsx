// SPDX-License-Identifier: Apache-2.0
// A map that fills as one watches: one observable of many runs over two numbers of the model. One looks closer with the wheel, and
// a click loads the run.
import { type Signal, computed, signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { type Varied, variedPath } from "../charts/branches";
import { fromX, fromY } from "../charts/canvas";
import type { ChaosAxes } from "../charts/section";
import { stop } from "../charts/studies";
import {
  type ShownMap,
  type Window,
  drawMap,
  drawMapLive,
  greyOf,
  isAngle,
  loadMember,
  magnified,
  mapAxes,
  mapBox,
  mapKey,
  mapNumbers,
  mapWindow,
  mapping,
  memberAt,
  memberCount,
  moved,
  noMap,
  pace,
  placeOf,
  shownMap,
  sweepMap,
  whole,
} from "../charts/sweepmap";
import { enter } from "../editing/edits";
import type { ModelMessage, SweepAxis } from "../link/protocol";
import { sentence, shownNumber } from "../model/format";
import { duration, short, unitWords } from "../model/numbers";
import { cursor, model, opened } from "../model/store";
import { palette } from "../motion/palette";
import { Working } from "./Branches";
import { Chart, Field, linked, optional, typed } from "./ChaosParts";
import { Facts } from "./Facts";

const most = 65_536; // members

// ---- what is asked for
/** A number to vary, with its ends as typed; an angle in degrees. */
interface Side {
  path: Signal<string>;
  from: Signal<string>;
  to: Signal<string>;
}
const side = (): Side => ({ path: signal(""), from: signal(""), to: signal("") });
const sides: [Side, Side] = [side(), side()];
const cells = signal("64"); // along each side
const observable = signal("exponent");
const until = signal(""); // as typed; empty: that of the model
const trouble = signal("");

const listed = computed(() => (model.value ? mapNumbers(model.value, opened.value) : []));
const chosen = (k: 0 | 1): Varied | undefined => {
  const path = sides[k].path.value;
  const found = listed.value.find((entry) => entry.path === path);
  if (found) return found;
  if (path && model.value && /\./.test(path)) return variedPath(model.value, path);
  return k === 0 ? listed.value[0] : listed.value.find((entry) => entry.path !== chosen(0)?.path);
};
const unitFactor = (path: string): number => (isAngle(path) ? Math.PI / 180 : 1);
const ends = (k: 0 | 1): [string, string] => {
  const number = chosen(k);
  if (!number) return ["", ""];
  const own = number.range.map((value) => short(value / unitFactor(number.path)));
  return [sides[k].from.value || own[0]!, sides[k].to.value || own[1]!];
};
const axisOf = (k: 0 | 1): SweepAxis => {
  const path = chosen(k)?.path ?? "";
  const [from, to] = ends(k).map((text) => typed(text) * unitFactor(path)) as [number, number];
  return { path, from, to, count: typed(cells.value) };
};
const isGood = computed(() => {
  const axes = [axisOf(0), axisOf(1)];
  const end = optional(until.value);
  return (
    axes.every(
      ({ path, from, to, count }) =>
        path && Number.isFinite(from) && Number.isFinite(to) && from !== to && Number.isInteger(count) && count >= 2,
    ) &&
    axes[0]!.path !== axes[1]!.path &&
    axes[0]!.count * axes[1]!.count <= most &&
    (end === null || end > 0)
  );
});

async function sweep(): Promise<void> {
  if (!isGood.value || mapping.value || !linked()) return;
  trouble.value = "";
  await sweepMap([axisOf(0), axisOf(1)], observable.value.trim(), optional(until.value) ?? model.value!.run.until);
}

/** The same over what is in view alone. */
async function sweepView({ x, y }: Window): Promise<void> {
  [x, y].forEach(([from, to], k) => {
    const factor = unitFactor(chosen(k as 0 | 1)!.path);
    sides[k as 0 | 1].from.value = String(Number((from / factor).toPrecision(5)));
    sides[k as 0 | 1].to.value = String(Number((to / factor).toPrecision(5)));
  });
  await sweep();
}

const observables = (current: ModelMessage): string[] => [
  "exponent",
  ...current.joints.map(({ name }) => `turns(${name})`),
  ...current.joints.map(({ name }) => `largest(rate.${name})`),
  "drift(energy)",
];

function SideFields({ k, words }: { k: 0 | 1; words: string }) {
  const number = chosen(k);
  const [from, to] = ends(k);
  const put = (which: "from" | "to", text: string): void => void (sides[k][which].value = text);
  const end = (which: "from" | "to", value: string) => (
    <label>
      <span class="unseen">
        {words} {which}
      </span>
      {which}{" "}
      <input
        value={value}
        inputMode="decimal"
        aria-label={`${words} ${which}`}
        aria-invalid={!Number.isFinite(typed(value))}
        onInput={(event) => put(which, event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && void sweep()}
      />
    </label>
  );
  return (
    <>
      <label>
        {words}{" "}
        <input
          class="map-path"
          list="map-paths"
          aria-label={words}
          value={number?.path ?? ""}
          spellcheck={false}
          onChange={(event) => {
            sides[k].path.value = event.currentTarget.value.trim();
            put("from", "");
            put("to", "");
          }}
        />
      </label>
      {end("from", from)}
      {end("to", to)}
      <span>{isAngle(number?.path ?? "") ? "°" : unitWords(number?.unit ?? "")}</span>
    </>
  );
}

export function MapBar({ current, views }: { current: ModelMessage; views: ComponentChildren }) {
  const act = (): void => void sweep();
  const study = mapping.value;
  return (
    <div class="orbit-bar chaos-bar">
      {views}
      <datalist id="map-paths">
        {listed.value.map(({ path, words }) => (
          <option key={path} value={path}>
            {words}
          </option>
        ))}
      </datalist>
      <datalist id="map-observables">
        {observables(current).map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <label>
        of{" "}
        <input
          class="map-observable"
          list="map-observables"
          aria-label="Observable"
          title="As of `oopss sweep --observe`: exponent, turns(JOINT), largest(QUANTITY), settle(QUANTITY, BAND), first(EVENT), value(FORMULA), drift(energy)"
          value={observable.value}
          spellcheck={false}
          onInput={(event) => (observable.value = event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && act()}
        />
      </label>
      <SideFields k={0} words="across" />
      <SideFields k={1} words="upwards" />
      <Field words="cells a side" text={cells} act={act} />
      <Field
        words="until"
        text={until}
        unit="s"
        shown={shownNumber(current.run.until)}
        title="Empty: that of the run"
        act={act}
      />
      {study ? (
        <Working part={study.part} words="sweeping" cancel={() => stop(study)} />
      ) : (
        <button class="quiet" disabled={!isGood.value || !linked()} onClick={act}>
          Sweep
        </button>
      )}
    </div>
  );
}

const unitOf = (path: string): string => {
  const unit = listed.value.find((entry) => entry.path === path)?.unit ?? "";
  return unitWords(unit);
};
const inUnits = ({ path }: SweepAxis): string => (unitOf(path) ? `${path} [${unitOf(path)}]` : path);
/** A member in words: its numbers, and what came of it. */
function memberWords(shown: ShownMap, member: number): string {
  const numbers = placeOf(shown, member).map((value, k) => {
    const { path } = shown.axes[k]!;
    return `${path} ${shownNumber(value / unitFactor(path))}${isAngle(path) ? "°" : ` ${unitOf(path)}`}`.trimEnd();
  });
  const value = shown.values[member]!;
  const status = shown.status[member]!;
  const came = Number.isNaN(value)
    ? status < 0
      ? "not there yet"
      : (shown.answer?.statuses[status] ?? "none")
    : `${shown.observable} ${shownNumber(value)}`;
  return `${numbers.join(", ")}: ${came}`;
}

function MapChart({ shown, stale, load }: { shown: ShownMap; stale: boolean; load: (member: number) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const pointed = useSignal(-1);
  const pressed = useRef<{ x: number; y: number; dragged: boolean } | null>(null);
  const axes = (): ChaosAxes => mapAxes(shown, mapWindow.peek(), unitOf);
  const viewed = (): Window => mapWindow.peek() ?? whole(shown);
  const under = (event: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = place.current!.getBoundingClientRect();
    const box = mapBox(axes(), width, height);
    const [px, py] = [event.clientX - left, event.clientY - top];
    const inside = px >= box.left && px <= box.left + box.width && py >= box.top && py <= box.top + box.height;
    const point: [number, number] = [fromX(box, px), fromY(box, py)];
    return { box, point, member: inside ? memberAt(shown, ...point) : -1 };
  };
  const zoom = (point: [number, number], factor: number): void =>
    void (mapWindow.value = magnified(whole(shown), viewed(), point, factor));
  const move = (event: PointerEvent): void => {
    const { box, member } = under(event);
    pointed.value = member;
    const from = pressed.current;
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!from.dragged && Math.hypot(dx, dy) < 5) return;
    const { x, y } = viewed();
    if (mapWindow.peek())
      mapWindow.value = moved(
        whole(shown),
        { x, y },
        (-dx / box.width) * (x[1] - x[0]),
        (dy / box.height) * (y[1] - y[0]),
      );
    pressed.current = { x: event.clientX, y: event.clientY, dragged: true };
  };
  const [, { count: rows }] = shown.axes;
  const keys = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowRight: rows, ArrowLeft: -rows, ArrowUp: 1, ArrowDown: -1 };
    const now = pointed.peek() >= 0 ? pointed.peek() : Math.max(0, shown.chosen);
    if (event.key in steps) pointed.value = Math.min(Math.max(now + steps[event.key]!, 0), shown.values.length - 1);
    else if (event.key === "Enter") load(now);
    else if (event.key === "+") zoom(placeOf(shown, now), 0.5);
    else if (event.key === "-") zoom(placeOf(shown, now), 2);
    else if (event.key === "0") mapWindow.value = null;
    else return;
    event.preventDefault();
  };
  const done = shown.done;
  return (
    <>
      <Chart
        name="map"
        words="map"
        axes={axes}
        place={place}
        draw={(surface) => drawMap(surface, shown, axes(), stale, palette.peek())}
        live={(surface) => drawMapLive(surface, shown, axes(), pointed.peek())}
        watch={() => void [memberCount.value, mapWindow.value, pointed.value]}
        label={`Map of ${shown.observable} over ${shown.axes[0].path} and ${shown.axes[1].path}, ${done} members; arrows choose one, Enter loads it, plus and minus magnify`}
        title={
          <>
            {shown.observable} at {shownNumber(shown.until)} s over {inUnits(shown.axes[0])} and, upwards,{" "}
            {inUnits(shown.axes[1])}
          </>
        }
        keys={keys}
        pointer={{
          down: (event) => {
            if (event.button === 0) pressed.current = { x: event.clientX, y: event.clientY, dragged: false };
          },
          move,
          leave: () => {
            pointed.value = -1;
            pressed.current = null;
          },
          up: (event) => {
            const clicked = pressed.current && !pressed.current.dragged;
            pressed.current = null;
            const { member } = under(event);
            if (clicked && member >= 0) load(member);
          },
          wheel: (event) => {
            event.preventDefault();
            zoom(under(event).point, Math.exp(0.002 * event.deltaY));
          },
        }}
      />
      <p class="map-member">{pointed.value >= 0 ? memberWords(shown, pointed.value) : " "}</p>
    </>
  );
}

export function MapResult({ shown, current }: { shown: ShownMap; current: ModelMessage }) {
  const stale =
    mapKey(
      current,
      shown.axes.map(({ path }) => path),
    ) !== shown.about;
  const load = async (member: number): Promise<void> => {
    if (stale || !linked()) return;
    shownMap.value = { ...shown, chosen: member };
    cursor.value = current.run.t0;
    trouble.value = (await enter(loadMember(shown, member, current)))[0]?.message ?? "";
  };
  const members = shown.values.length;
  const done = memberCount.value;
  const running = mapping.value;
  const { rate, left } = running ? pace(running, done, members) : { rate: 0, left: 0 };
  const without = (shown.answer?.statuses ?? [])
    .map((words, status) => ({
      words,
      status,
      count: shown.status.reduce((sum, one, k) => sum + (one === status && Number.isNaN(shown.values[k]!) ? 1 : 0), 0),
    }))
    .filter(({ count }) => count > 0);
  const rows: [string, string][] = [
    ["members", `${done} of ${members}`],
    ...(running && done > 0
      ? ([
          ["a second", short(rate, 3)],
          ["left", `about ${duration(left)}`],
        ] as [string, string][])
      : []),
    ...(shown.answer ? ([["engine", shown.answer.engine]] as [string, string][]) : []),
    ...(shown.chosen >= 0 ? ([["loaded", memberWords(shown, shown.chosen)]] as [string, string][]) : []),
  ];
  const words = [stale && "The model has changed since: Sweep again.", shown.answer?.note, noMap.value, trouble.value];
  const view = mapWindow.value;
  /** Closer to the member that was loaded if it is in view, else to the middle. */
  const zoom = (factor: number): void => {
    const all = whole(shown);
    const { x, y } = view ?? all;
    const place = placeOf(shown, Math.max(0, shown.chosen));
    const within = shown.chosen >= 0 && x[0] <= place[0] && place[0] <= x[1] && y[0] <= place[1] && place[1] <= y[1];
    mapWindow.value = magnified(all, { x, y }, within ? place : [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2], factor);
  };
  return (
    <div class="orbit-found" data-stale={stale}>
      <div class="orbit-pictures">
        <MapChart shown={shown} stale={stale} load={(member) => void load(member)} />
        <div class="chaos-words">
          <Facts rows={rows} />
          {without.length > 0 && (
            <ul class="map-greys" aria-label="Without a value">
              {without.map(({ words: one, status, count }) => (
                <li key={one}>
                  <span style={{ background: `rgb(${greyOf(status)} ${greyOf(status)} ${greyOf(status)})` }} /> {one}:{" "}
                  {count}
                </li>
              ))}
            </ul>
          )}
          <p class="map-closer">
            <button class="quiet" aria-label="Look closer" onClick={() => zoom(0.5)}>
              +
            </button>
            <button class="quiet" aria-label="Look from further off" disabled={!view} onClick={() => zoom(2)}>
              −
            </button>
            {view && (
              <>
                <button class="quiet" onClick={() => (mapWindow.value = null)}>
                  Show all
                </button>
                <button
                  class="quiet"
                  disabled={running !== null || !linked() || stale}
                  onClick={() => void sweepView(view)}
                >
                  Sweep what is in view
                </button>
              </>
            )}
          </p>
          <p role="status">{words.map((one) => sentence(one || "")).join(" ")}</p>
        </div>
      </div>
    </div>
  );
}
