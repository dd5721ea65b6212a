// SPDX-License-Identifier: Apache-2.0
// One term of an equation: its value under the pointer, its bodies highlighted, and what can be done with it.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { copyText } from "../export/clipboard";
import { bodyColour } from "../motion/colours";
import { runningNumber } from "../model/format";
import { Tex } from "./math";
import { highlighted, model, plotted, say } from "../model/store";
import { dark } from "../theme";
import { termValues } from "../model/values";

export interface TermPlace {
  name: string; // "term:SECTION:ROW:TERM"
  latex: string;
  output: number; // of the program: the term with its sign
  sign: 1 | -1; // the one before it
  bodies: number[];
}
const open = signal<{ term: TermPlace; pinned: boolean; rect: DOMRect; from: HTMLElement } | null>(null);

/** The present value of what is typeset: a term without the sign before it. */
export function Value({ output, sign = 1 }: { output: number; sign?: 1 | -1 }) {
  const value = output < 0 ? undefined : termValues.value[output];
  return <span class="term-value">{value === undefined ? "" : runningNumber(sign * value)}</span>;
}

function show(term: TermPlace, from: HTMLElement, pinned: boolean): void {
  if (open.value?.pinned && !pinned) return;
  open.value = { term, pinned, rect: from.getBoundingClientRect(), from };
  highlighted.value = term.bodies;
}
function leave(): void {
  if (!open.value?.pinned) dismiss();
}
/** Takes the card away: what it is about has moved. */
export function dismiss(): void {
  if (open.value === null) return;
  open.value = null;
  highlighted.value = [];
}
function close(): void {
  open.value?.from.focus();
  dismiss();
}

/** LaTeX as the name of a button; the equation as a whole is there as MathML. */
const words = (latex: string): string =>
  latex
    .replace(/\\(?:left|right|,|;|!)/g, " ")
    .replace(/[\\{}]/g, " ")
    .replace(/\s+/g, " ")
    .trim();

export function TermButton({ term }: { term: TermPlace }) {
  const colour = term.bodies.length === 1 ? bodyColour(term.bodies[0]!, dark.value) : "";
  return (
    <button
      class="term"
      style={{ color: colour }}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-describedby={open.value?.term.name === term.name && !open.value.pinned ? "term-card" : undefined}
      aria-expanded={open.value?.pinned === true && open.value.term.name === term.name}
      onPointerEnter={(event) => show(term, event.currentTarget, false)}
      onPointerLeave={leave}
      onFocus={(event) => show(term, event.currentTarget, false)}
      onBlur={leave}
      onClick={(event) => show(term, event.currentTarget, true)}
    >
      <span class="unseen">{words(term.latex)}</span>
      <span aria-hidden="true">
        <Tex latex={`\\displaystyle ${term.latex}`} />
      </span>
    </button>
  );
}

/** The value of the term under the pointer; after a click also what can be done with it. */
export function TermCard() {
  const card = useRef<HTMLDivElement>(null);
  const shown = open.value;
  useEffect(() => {
    if (!shown?.pinned) return;
    card.current?.querySelector("button")?.focus();
    const outside = (event: PointerEvent): void => {
      if (!card.current?.contains(event.target as Node)) close();
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [shown?.pinned, shown?.term.name]);
  useEffect(() => dismiss, []);
  if (!shown) return null;
  const { term, pinned, rect } = shown;
  const isPlotted = plotted.value.includes(term.name);
  const below = rect.bottom + 120 < window.innerHeight;
  const left = Math.max(8, Math.min(rect.left, window.innerWidth - 232));
  const edge = below ? { top: `${rect.bottom + 4}px` } : { bottom: `${window.innerHeight - rect.top + 4}px` };
  const place = { left: `${left}px`, ...edge };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    <div
      ref={card}
      id="term-card"
      class="term-card"
      style={place}
      role={pinned ? "dialog" : "tooltip"}
      aria-label={pinned ? "This term" : undefined}
      onKeyDown={key}
    >
      <p>
        {term.output < 0 ? (
          "a constant of the model"
        ) : (
          <>
            now <Value output={term.output} sign={term.sign} />
          </>
        )}
        {term.bodies.map((body) => (
          <span key={body} class="of-body">
            <i style={{ background: bodyColour(body, dark.value) }} />
            {model.value?.bodies[body]?.label || model.value?.bodies[body]?.name}
          </span>
        ))}
      </p>
      {pinned && (
        <p>
          {term.output >= 0 && (
            <button
              class="quiet"
              onClick={() => {
                plotted.value = isPlotted
                  ? plotted.value.filter((name) => name !== term.name)
                  : [...plotted.value, term.name];
                close();
              }}
            >
              {isPlotted ? "remove its graph" : "plot this term"}
            </button>
          )}
          <button
            class="quiet"
            onClick={async () => {
              if (await copyText(term.latex)) say("info", "The term's LaTeX is on the clipboard.");
              else say("warning", "The browser did not allow copying.");
              close();
            }}
          >
            copy LaTeX
          </button>
        </p>
      )}
    </div>
  );
}
