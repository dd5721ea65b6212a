// SPDX-License-Identifier: Apache-2.0
// The shape of the page: borders that can be dragged, one pane at a time as large as the page, and the narrow page.
import { signal } from "@preact/signals";
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
}
export const usual: Borders = { columns: 57, rows: 64, frames: 50, graphs: 38, tabs: 54 };
const isBorders = (found: unknown): found is Borders =>
  typeof found === "object" &&
  found !== null &&
  Object.keys(usual).every((key) => typeof (found as Record<string, unknown>)[key] === "number");
export const borders = kept<Borders>("borders", usual, isBorders);

/** Two tracks of a grid and the line between them. */
export const shares = (share: number): string => `minmax(0, ${share}fr) 1px minmax(0, ${100 - share}fr)`;

export const maximised = signal<PaneName | null>(null);
const query = matchMedia("(max-width: 800px)");
export const narrow = signal(query.matches);
query.addEventListener("change", () => {
  narrow.value = query.matches;
  maximised.value = null;
});

export const page = kept<string>("page", "graphs", isText); // the pane that a narrow page shows under the frame

export const toggleMaximised = (pane: PaneName): void =>
  void (maximised.value = maximised.peek() === pane ? null : pane);
/** The pane that has the focus, else the inertial frame. */
export const focusedPane = (): PaneName =>
  (document.activeElement?.closest<HTMLElement>("[data-pane]")?.dataset.pane as PaneName | undefined) ?? "inertial";

export function MaximiseButton({ pane, words }: { pane: PaneName; words: string }) {
  if (narrow.value) return null;
  const large = maximised.value === pane;
  return (
    <button
      class="quiet-button maximise"
      aria-pressed={large}
      aria-label={`Maximise ${words}`}
      title={large ? "Back (M)" : "Maximise (M)"}
      onClick={() => toggleMaximised(pane)}
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
        <path d={large ? "M5 1v4H1M7 11V7h4" : "M7 1h4v4M5 11H1V7"} />
      </svg>
    </button>
  );
}

/** A place for a pane; a double click on its title makes it as large as the page. */
export function Cell({ name, children }: { name: PaneName; children: ComponentChildren }) {
  const twice = (event: MouseEvent): void => {
    const target = event.target as Element;
    if (narrow.value || !target.closest(".pane-title, .tablist, header") || target.closest("select, input")) return;
    toggleMaximised(name);
  };
  return (
    <div class={maximised.value === name ? "cell large" : "cell"} data-pane={name} onDblClick={twice}>
      {children}
    </div>
  );
}

const [least, most] = [18, 82]; // percent
/** A border between two panes: drag it, or move it with the arrow keys; a double click puts it back. */
export function Splitter({ of, upright, words }: { of: keyof Borders; upright: boolean; words: string }) {
  const line = useRef<HTMLDivElement>(null);
  const put = (share: number): void =>
    void (borders.value = { ...borders.peek(), [of]: Math.min(most, Math.max(least, share)) });
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
    if (by) put(borders.peek()[of] + by);
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
      aria-valuenow={Math.round(borders.value[of])}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => line.current!.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={keyed}
      onDblClick={() => put(usual[of])}
    />
  );
}
