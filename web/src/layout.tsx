// SPDX-License-Identifier: Apache-2.0
// The shape of the page: wide, with borders that can be dragged and one pane at a time as large as the page; or small, with
// one pane at a time beside the inertial frame: upright (below it) or low, a phone held sideways (to its right).
import { computed, effect, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { isText, kept } from "./kept";

export type PaneName = "inertial" | "A" | "B" | "graphs" | "tabs" | "settings";

/** Shares of the borders, in percent of what they divide. */
export interface Borders {
  columns: number; // motion | side
  rows: number; // inertial frame | frames A and B
  frames: number; // A | B
  graphs: number; // graphs | tabs and settings
  tabs: number; // tabs | settings
  views: number; // graphs | tabs, while these have the room
}
export const usual: Borders = { columns: 57, rows: 64, frames: 50, graphs: 38, tabs: 54, views: 25 };
const isBorders = (found: unknown): found is Borders =>
  typeof found === "object" &&
  found !== null &&
  Object.keys(usual).every((key) => typeof (found as Record<string, unknown>)[key] === "number");
export const borders = kept<Borders>("borders", usual, isBorders);

/** Two tracks of a grid and the line between them. */
export const shares = (share: number): string => `minmax(0, ${share}fr) 1px minmax(0, ${100 - share}fr)`;

export const maximised = signal<PaneName | null>(null);

/** The view that was chosen has the room: the graphs give way, and of the settings there are the tabs, which bring them back. */
export const roomy = signal(false);

export type Shape = "wide" | "upright" | "low";
const isLow = matchMedia("(max-height: 500px) and (orientation: landscape)");
const isNarrow = matchMedia("(max-width: 800px)");
const shapeNow = (): Shape => (isLow.matches ? "low" : isNarrow.matches ? "upright" : "wide");
export const shape = signal(shapeNow());
/** One pane at a time. */
export const small = computed(() => shape.value !== "wide");
for (const query of [isLow, isNarrow])
  query.addEventListener("change", () => {
    shape.value = shapeNow();
    maximised.value = null;
  });
effect(() => void (document.documentElement.dataset.shape = shape.value)); // for the styles

export const page = kept<string>("page", "graphs", isText); // the pane that a small page shows with the inertial frame

const focusedPane = (): PaneName | undefined =>
  document.activeElement?.closest<HTMLElement>("[data-pane]")?.dataset.pane as PaneName | undefined;
/** Puts back what is maximised, else maximises the pane that has the focus, else the inertial frame. */
export const maximiseOrBack = (): void =>
  void (maximised.value = small.peek() || maximised.peek() ? null : (focusedPane() ?? "inertial"));

/** The focus to this frame, which comes into sight if another pane is in its place. */
export function goToFrame(which: "inertial" | "A" | "B"): void {
  if (small.peek() && which !== "inertial") page.value = "frames";
  if (maximised.peek()) maximised.value = which;
  const focus = (): boolean => {
    const place = document.getElementById(`frame-${which}`);
    place?.focus();
    return place !== null && place === document.activeElement;
  };
  if (!focus()) requestAnimationFrame(focus);
}

function PaneButton(props: { pressed: boolean; name: string; title: string; path: string; onClick: () => void }) {
  return (
    <button
      class="quiet-button maximise"
      aria-pressed={props.pressed}
      aria-label={props.name}
      title={props.title}
      onClick={props.onClick}
    >
      <svg
        width="12"
        height="12"
        viewBox="0 0 12 12"
        fill="none"
        stroke="currentColor"
        stroke-width="1.25"
        aria-hidden="true"
      >
        <path d={props.path} />
      </svg>
    </button>
  );
}

export function MaximiseButton({ pane, words }: { pane: PaneName; words: string }) {
  if (small.value) return null;
  const large = maximised.value === pane;
  return (
    <PaneButton
      pressed={large}
      name={`Maximise ${words}`}
      title={large ? "Back (M)" : "Maximise (M)"}
      path={large ? "M5 1v4H1M7 11V7h4" : "M7 1h4v4M5 11H1V7"}
      onClick={() => (maximised.value = large ? null : pane)}
    />
  );
}

/** Gives the views the room of graphs and settings, or takes it back. */
export function RoomButton() {
  if (maximised.value) return null;
  return (
    <PaneButton
      pressed={roomy.value}
      name="More room for the views"
      title={roomy.value ? "Show the settings again" : "More room"}
      path={roomy.value ? "M3 1l3 3 3-3M3 11l3-3 3 3" : "M3 4l3-3 3 3M3 8l3 3 3-3"}
      onClick={() => (roomy.value = !roomy.value)}
    />
  );
}

/** A place for a pane; a double click on its title makes it as large as the page. */
export function Cell({ name, children }: { name: PaneName; children: ComponentChildren }) {
  const twice = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (small.value || !target.closest(".pane-title, .tablist, header") || target.closest("select, input")) return;
    maximised.value = maximised.peek() === name ? null : name;
  };
  return (
    <div class={maximised.value === name ? "cell large" : "cell"} data-pane={name} onDblClick={twice}>
      {children}
    </div>
  );
}

const [least, most] = [18, 82]; // percent
/** A border between two panes: drag it, or move it with the arrow keys; a double click puts it back. */
export function Splitter({ border, upright, words }: { border: keyof Borders; upright: boolean; words: string }) {
  const line = useRef<HTMLDivElement>(null);
  const put = (share: number): void =>
    void (borders.value = { ...borders.peek(), [border]: Math.min(most, Math.max(least, share)) });
  const drag = (event: PointerEvent): void => {
    if (!line.current!.hasPointerCapture(event.pointerId)) return;
    const [before, after] = [line.current!.previousElementSibling!, line.current!.nextElementSibling!];
    const [from, to] = [before.getBoundingClientRect(), after.getBoundingClientRect()];
    put(
      upright
        ? (100 * (event.clientX - from.left)) / (to.right - from.left)
        : (100 * (event.clientY - from.top)) / (to.bottom - from.top),
    );
  };
  const keyed = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
    if (by) put(borders.peek()[border] + by);
    else if (event.key === "Home" || event.key === "End") put(event.key === "Home" ? least : most);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={line}
      class={`splitter ${upright ? "upright" : "level"}`}
      role="separator"
      aria-label={words}
      aria-orientation={upright ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(borders.value[border])}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => line.current!.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={keyed}
      onDblClick={() => put(usual[border])}
    />
  );
}
