// SPDX-License-Identifier: Apache-2.0
// What the panes about chaos are made of: fields of numbers, a chart that is drawn anew as it fills.
import { type Signal, signal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Surface, fit } from "../charts/canvas";
import { chartSvg } from "../charts/chartpicture";
import type { ChaosAxes } from "../charts/section";
import { linkState } from "../model/store";
import { palette } from "../motion/palette";
import { useLayers } from "./layers";
import { usePictured } from "./pictured";

export const typed = (text: string): number => Number(text.replace(",", ".").replace("−", "-"));
export const optional = (text: string): number | null => (text.trim() === "" ? null : typed(text));
export const linked = (): boolean => linkState.value === "open";

interface FieldProps {
  words: string;
  text: Signal<string>;
  unit?: string;
  shown?: string;
  title?: string;
  act: () => void;
}
export function Field({ words, text, unit = "", shown = "", title, act }: FieldProps) {
  return (
    <label title={title}>
      {words}{" "}
      <input
        value={text.value}
        placeholder={shown}
        inputMode="decimal"
        aria-invalid={!Number.isFinite(typed(text.value))}
        onInput={(event) => (text.value = event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && act()}
      />{" "}
      {unit}
    </label>
  );
}

interface ChartProps {
  name: string;
  words: string;
  axes: () => ChaosAxes;
  draw: (surface: Surface) => void;
  live?: (surface: Surface) => void;
  watch: () => void;
  label: string;
  title: ComponentChildren;
  place: RefObject<HTMLDivElement | null>;
  children?: ComponentChildren;
  pointer?: {
    move: (event: PointerEvent) => void;
    leave: () => void;
    up: (event: PointerEvent) => void;
    down?: (event: PointerEvent) => void;
    wheel?: (event: WheelEvent) => void;
  };
  keys?: (event: KeyboardEvent) => void; // the chart can have the focus then
}
export function Chart({ name, words, axes, draw, live, watch, label, title, place, pointer, keys }: ChartProps) {
  const ground = useRef<HTMLCanvasElement>(null);
  const above = useRef<HTMLCanvasElement>(null);
  const newest = useRef({ draw, live });
  newest.current = { draw, live };
  const changed = useRef(signal(0));
  useEffect(() => {
    changed.current.value++;
  });
  usePictured(name, words, () => {
    const { clientWidth: width, clientHeight: height } = place.current!;
    return chartSvg({ width, height }, axes(), palette.peek(), draw);
  });
  useLayers(place, changed.current, [
    {
      draw: () => ground.current && newest.current.draw(fit(ground.current)),
      watch: () => {
        void palette.value;
        watch();
      },
    },
    {
      draw: () => above.current && newest.current.live?.(fit(above.current)),
      watch: () => {
        void palette.value;
        watch();
      },
    },
  ]);
  return (
    <div class="backbone chaos-chart">
      <span class="axis-words">{title}</span>
      <div
        ref={place}
        class="backbone-chart"
        onPointerMove={pointer?.move}
        onPointerLeave={pointer?.leave}
        onPointerUp={pointer?.up}
        onPointerDown={pointer?.down}
        onWheel={pointer?.wheel}
        {...(keys && { tabIndex: 0, role: "application", "aria-label": label, onKeyDown: keys })}
      >
        <canvas ref={ground} {...(keys ? { "aria-hidden": true } : { role: "img", "aria-label": label })} />
        <canvas ref={above} aria-hidden="true" />
      </div>
    </div>
  );
}
