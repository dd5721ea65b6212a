// SPDX-License-Identifier: Apache-2.0
// The pointer on a panel of graphs: on the curves it moves the time, on the value axis what is in view.
import uPlot from "uplot";
import { cursor, marker, playing } from "../model/store";
import { planned } from "../motion/clock";
import { hold, letGo, seek } from "../motion/playback";
import { type Press, longPress } from "../motion/press";
import { drawnRun, setValueWindow, timeWindow, timesInView } from "./inview";

/** Hovering moves the cursor (a run that plays waits meanwhile), pressing scrubs, the wheel magnifies the time axis. */
export function listenTo(plot: uPlot): () => void {
  const { over } = plot;
  let press: Press | null = null;
  let entered = { moment: 0, t: 0 };
  const timeAt = (event: MouseEvent): number => plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x");
  const move = (event: PointerEvent): void => {
    if (event.pointerType === "touch" && event.buttons === 0) return;
    press?.moved(event.clientX, event.clientY);
    if (event.buttons > 0) playing.value = false;
    hold(600);
    seek(timeAt(event));
  };
  const enter = (): void => void (entered = { moment: performance.now(), t: cursor.peek() });
  const leave = (): void => {
    letGo();
    if (playing.peek() && performance.now() - entered.moment < 250) cursor.value = entered.t; // only passing over
  };
  const down = (event: PointerEvent): void => {
    if (event.shiftKey) {
      marker.value = timeAt(event);
      return;
    }
    over.setPointerCapture(event.pointerId);
    playing.value = false;
    seek(timeAt(event));
    press = longPress(event, () => (marker.value = timeAt(event)));
  };
  const up = (): void => press?.lifted();
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const drawn = drawnRun();
    if (!drawn) return;
    const [from, to] = timesInView(drawn);
    const whole = planned(drawn).sort((a, b) => a - b);
    const about = timeAt(event);
    const by = Math.exp(0.002 * (event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY));
    const least = 1e-6 * (whole[1]! - whole[0]!);
    const next: [number, number] = [
      Math.max(whole[0]!, about - by * (about - from)),
      Math.min(whole[1]!, about + by * (to - about)),
    ];
    if (next[1] - next[0] < least) return;
    timeWindow.value = next[0] === whole[0] && next[1] === whole[1] ? null : next;
  };
  const twice = (): void => void (timeWindow.value = null);
  const all: [string, (event: never) => void][] = [
    ["pointermove", move],
    ["pointerenter", enter],
    ["pointerleave", leave],
    ["pointerdown", down],
    ["pointerup", up],
    ["pointercancel", up],
    ["dblclick", twice],
  ];
  for (const [name, act] of all) over.addEventListener(name, act as EventListener);
  over.addEventListener("wheel", wheel, { passive: false });
  return () => {
    for (const [name, act] of all) over.removeEventListener(name, act as EventListener);
    over.removeEventListener("wheel", wheel);
  };
}

/** On the value axis a drag moves what is in view, the wheel magnifies it, a double click shows all. */
export function listenToAxis(plot: uPlot, key: string): () => void {
  const axis = [...plot.root.querySelectorAll<HTMLElement>(".u-axis")].at(-1)!; // the last one: that of time may have no room
  axis.classList.add("value-axis");
  axis.title = "Drag to move, wheel to magnify, double click to fit";
  const inView = (): [number, number] => [plot.scales.y!.min!, plot.scales.y!.max!];
  let from: { y: number; range: [number, number] } | null = null;
  const down = (event: PointerEvent): void => {
    axis.setPointerCapture(event.pointerId);
    from = { y: event.clientY, range: inView() };
  };
  const move = (event: PointerEvent): void => {
    if (!from) return;
    const by = ((event.clientY - from.y) / (plot.bbox.height / uPlot.pxRatio)) * (from.range[1] - from.range[0]);
    if (by !== 0) setValueWindow(key, [from.range[0] + by, from.range[1] + by]);
  };
  const up = (): void => void (from = null);
  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const about = plot.posToVal(event.clientY - plot.over.getBoundingClientRect().top, "y");
    const by = Math.exp(0.002 * (event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY));
    const [low, high] = inView();
    setValueWindow(key, [about - by * (about - low), about + by * (high - about)]);
  };
  const twice = (): void => setValueWindow(key, null);
  const heard = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, wheel, dblclick: twice };
  const all = Object.entries(heard) as [string, EventListener][];
  for (const [name, act] of all) axis.addEventListener(name, act, { passive: false });
  return () => {
    for (const [name, act] of all) axis.removeEventListener(name, act);
  };
}
