// SPDX-License-Identifier: Apache-2.0
// Adds a curve: a column of the run found by its words, or a formula typed after "=".
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { curvesOf, withCurve, withoutCurve } from "../charts/curves";
import { understand } from "../charts/formulas";
import { Tex } from "./math";
import { beside } from "./popup";
import type { Problem } from "../link/protocol";
import { found } from "../charts/series";
import { model, plotted } from "../model/store";

const mostShown = 60;

/** What is wrong with the formula, under its column. */
function Wrong({ problem }: { problem: Problem }) {
  return (
    <p class="wrong" role="alert">
      {problem.column > 0 && (
        <span class="caret">{" ".repeat(problem.column) + "^".repeat(Math.max(1, problem.length))}</span>
      )}
      {problem.message}
      {problem.help && ` ${problem.help}`}
    </p>
  );
}

export function Chooser({ formulasToo }: { formulasToo: boolean }) {
  const shownCurves = model.value ? curvesOf(model.value, plotted.value) : [];
  const add = (name: string): void => void (plotted.value = withCurve(model.value!, plotted.value, name));
  const open = useSignal(false);
  const words = useSignal("");
  const wrong = useSignal<Problem | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  useLayoutEffect(() => {
    if (!open.value) return;
    const place = (): void => beside(root.current!.querySelector("button")!, list.current!);
    place();
    field.current?.focus();
    window.addEventListener("resize", place);
    return () => window.removeEventListener("resize", place);
  }, [open.value]);
  const close = (): void => {
    open.value = false;
    root.current?.querySelector("button")?.focus();
  };
  const typed = words.value.trim();
  const asFormula = formulasToo && typed.startsWith("=");
  const groups = model.value && !asFormula ? found(model.value, typed) : [];

  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!asFormula) {
      const first = groups[0]?.columns[0];
      if (first && typed) add(first.name);
      return;
    }
    const formula = typed.slice(1).trim();
    const problems = await understand(formula);
    wrong.value = problems[0] ?? null;
    if (problems.length > 0) return;
    add(`=${formula}`);
    words.value = "";
    close();
  };
  const keyed = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
      return;
    }
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const stops = [field.current!, ...root.current!.querySelectorAll<HTMLElement>(".choices button")];
    stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(document.activeElement as HTMLElement) + by))]?.focus();
  };
  let room = mostShown;
  return (
    <div class="chooser" ref={root} onKeyDown={keyed}>
      <button class="quiet-button" aria-expanded={open.value} onClick={() => (open.value = !open.value)}>
        Add a curve
      </button>
      {open.value && (
        <div ref={list} class="chooser-menu" role="group" aria-label="Add a curve">
          <form onSubmit={submit}>
            <input
              ref={field}
              type="text"
              spellcheck={false}
              autocomplete="off"
              aria-label={formulasToo ? "Search, or a formula after =" : "Search"}
              aria-invalid={wrong.value !== null}
              placeholder={formulasToo ? "search, or =phi_elbow^2" : "search"}
              value={words.value}
              onInput={(event) => {
                words.value = event.currentTarget.value;
                wrong.value = null;
              }}
            />
          </form>
          {wrong.value && <Wrong problem={wrong.value} />}
          {asFormula && !wrong.value && (
            <p class="hint">
              Enter draws the formula. Names: t, phi_JOINT, rate_JOINT, theta_BODY, omega_BODY, mu_BODY, H, U, E, mu_s.
            </p>
          )}
          <div class="choices">
            {groups.map(({ quantity, columns }) => {
              const shown = columns.slice(0, Math.max(0, room));
              room -= shown.length;
              return (
                shown.length > 0 && (
                  <div key={quantity} role="group" aria-label={quantity}>
                    <p>{quantity}</p>
                    {shown.map((entry) => {
                      const has = shownCurves.includes(entry.name);
                      return (
                        <button
                          key={entry.name}
                          type="button"
                          aria-pressed={has}
                          aria-label={`${quantity} ${entry.label}`}
                          onClick={() =>
                            has
                              ? (plotted.value = withoutCurve(model.value!, plotted.value, entry.name))
                              : add(entry.name)
                          }
                        >
                          <Tex latex={entry.latex || "\\cdot"} />
                          <span>{entry.label}</span>
                        </button>
                      );
                    })}
                  </div>
                )
              );
            })}
            {room <= 0 && <p>More: type to narrow the list.</p>}
          </div>
        </div>
      )}
    </div>
  );
}
