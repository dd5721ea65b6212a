// SPDX-License-Identifier: Apache-2.0
// Graphs over one time axis.
import { effect, untracked, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { curvesOf, withoutCurve } from "../charts/curves";
import { formulas, understand } from "../charts/formulas";
import { keep } from "../kept";
import { MaximiseButton } from "../layout";
import { Tex } from "./math";
import { unitWords } from "../model/numbers";
import { palette } from "../motion/palette";
import { painter } from "../motion/playback";
import { drawnRun, gutter, timeWindow, valueWindows } from "../charts/inview";
import { colourOf, describedPanel, makePlot, subtracted } from "../charts/plot";
import { type PanelPicture, graphsSvg } from "../charts/plotpicture";
import { type Panel, columnOf, identifiers, isFormula, panelsOf } from "../charts/series";
import {
  askEquations,
  comparisons,
  cursor,
  equations,
  ghost,
  marker,
  model,
  plotted,
  revision,
  run,
  text,
} from "../model/store";
import type { ModelMessage } from "../link/protocol";
import { beside, difference, isAlike } from "../model/beside";
import { findTerm, isTerm } from "../model/terms";
import { Chooser } from "./Chooser";
import { Limits, MarkerReadout } from "./Limits";
import { PaneHelp } from "./PaneHelp";
import { usePictured } from "./pictured";
import "./Graphs.css";

keep(
  plotted,
  "curves",
  (found): found is string[] => Array.isArray(found) && found.every((name) => typeof name === "string"),
);

/** A symbol from the server's names; "": there is none. */
const latexOf = (name: string): string =>
  (isFormula(name)
    ? formulas.value.get(name.slice(1))?.latex
    : (findTerm(name, equations.value) ?? (model.value && columnOf(model.value, name)))?.latex) ?? "";
const plainName = (name: string): string => (isFormula(name) ? name.slice(1) : name);

/** A symbol, or a plain word. */
function SymbolOf({ name }: { name: string }) {
  const latex = latexOf(name);
  return latex ? <Tex latex={latex} /> : <span>{plainName(name)}</span>;
}

const titleOf = (panel: Panel): string => panel.title || (findTerm(panel.key, equations.value)?.words ?? "a term");

/** All panels as one picture, in the sizes they have on the page. */
function pictureOf(panels: Panel[], place: HTMLElement): string {
  const heights = [...place.children].map((child) => child.clientHeight);
  const shown = panels.map(
    (panel, i): PanelPicture => ({
      panel,
      title: titleOf(panel) + (panel.unit ? ` (${unitWords(panel.unit)})` : ""),
      names: panel.curves.map((name) => latexOf(name) || `\\text{${plainName(name)}}`),
      height: Math.max(96, heights[i] ?? 0),
    }),
  );
  return graphsSvg(drawnRun()!, shown, Math.max(320, place.clientWidth), palette.peek());
}

function Label({ name, colour }: { name: string; colour: string }) {
  const words = findTerm(name, equations.value)?.words || (model.value && columnOf(model.value, name)?.label) || name;
  return (
    <li class="curve" style={{ color: colour }}>
      <span class="symbol" title={isFormula(name) || isTerm(name) ? words : `${words}: ${identifiers(name)}`}>
        <SymbolOf name={name} />
      </span>{" "}
      <output aria-label={`${words} now`} aria-live="off" />
      <button
        aria-label={`Remove ${words}`}
        title={`Remove ${words}`}
        onClick={() => (plotted.value = withoutCurve(model.value!, plotted.value, name))}
      >
        ×
      </button>
    </li>
  );
}

function PlotPanel({ panel, last }: { panel: Panel; last: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const curves = panel.curves.join("\n");
  const behind = comparisons.value.filter((one) => one.rows > 1).length + (ghost.value ? 1 : 0);
  const colours = palette.value;
  const wide = gutter();
  const formula = isFormula(panel.key)
    ? formulas.value.get(panel.key.slice(1))
    : findTerm(panel.key, equations.value)?.program;
  const title = titleOf(panel);
  useLayoutEffect(() => {
    const [place, names] = [host.current!, list.current!];
    const labels = (): HTMLElement[] => [...names.children] as HTMLElement[];
    const plot = untracked(() => makePlot(place, panel.key, panel.curves, labels, colours, last));
    untracked(plot.redraw);
    let saidAt = 0;
    const curvesPainter = painter(() => {
      untracked(plot.redraw);
      if (performance.now() - saidAt < 1000) return;
      saidAt = performance.now();
      place.setAttribute("aria-label", describedPanel(title, panel.unit, panel.curves));
    });
    const cursorPainter = painter(() => untracked(plot.follow));
    const watchData = effect(() => {
      revision.value, run.value, ghost.value, comparisons.value, timeWindow.value, formulas.value;
      difference.value, beside.value, valueWindows.value;
      curvesPainter.soon();
    });
    const watchCursor = effect(() => {
      cursor.value, marker.value;
      cursorPainter.soon();
    });
    const sized = new ResizeObserver(([entry]) =>
      plot.resize(Math.floor(entry!.contentRect.width), Math.floor(entry!.contentRect.height)),
    );
    sized.observe(place);
    return () => {
      sized.disconnect();
      watchData();
      watchCursor();
      curvesPainter.stop();
      cursorPainter.stop();
      plot.destroy();
    };
  }, [curves, behind, colours, last, formula, wide, difference.value]);
  const drawn = drawnRun()!;
  const base = subtracted() && beside.value.find(({ key }) => key === difference.value);
  return (
    <div class={last ? "plot last" : "plot"} style={{ minHeight: `${16 * panel.curves.length + (last ? 44 : 24)}px` }}>
      <p class="plot-title">
        {title}
        {panel.unit && <span> ({unitWords(panel.unit)})</span>}
        {base && <span>, difference from {base.name}</span>}
        <Limits panel={panel.key} title={title} />
      </p>
      <div class="curves" ref={host} role="img" aria-label={title} />
      {last && <span class="time-name">t (s)</span>}
      <ul class="curve-names" ref={list} style={{ width: `${wide - 12}px` }}>
        {panel.curves.map((name) => (
          <Label key={name} name={name} colour={colourOf(drawn, name, colours)} />
        ))}
      </ul>
    </div>
  );
}

export function Graphs({ editable = true }: { editable?: boolean }) {
  useSignalEffect(() => {
    text.value; // a formula may use what an edit has changed
    if (!editable) return;
    for (const name of untracked(() => plotted.value)) if (isFormula(name)) void understand(name.slice(1));
    if (untracked(() => model.value && !equations.value && plotted.value.some(isTerm))) void askEquations();
  });
  const last = useRef<ModelMessage | null>(null);
  useSignalEffect(() => {
    if (!isAlike(last.current, model.value)) valueWindows.value = {}; // limits are those of a model's quantities
    last.current = model.value;
  });
  revision.value;
  const drawn = drawnRun();
  const panels = drawn ? panelsOf(drawn.model, curvesOf(drawn.model, plotted.value)) : [];
  const place = useRef<HTMLDivElement>(null);
  usePictured("graphs", panels.length > 0 ? "graphs" : "", () => pictureOf(panels, place.current!));
  return (
    <section class="pane graphs" aria-label="Graphs">
      <header class="pane-title">
        <h2>Graphs</h2>
        {timeWindow.value && (
          <button class="quiet-button" onClick={() => (timeWindow.value = null)}>
            Whole run
          </button>
        )}
        <MarkerReadout />
        <Chooser formulasToo={editable} />
        {editable && <PaneHelp pane="graphs" />}
        <MaximiseButton pane="graphs" words="the graphs" />
      </header>
      <div class="plots" ref={place}>
        {panels.map((panel, i) => (
          <PlotPanel key={panel.key} panel={panel} last={i === panels.length - 1} />
        ))}
        {!drawn && (
          <>
            <div class="plot waiting" />
            <div class="plot waiting" />
          </>
        )}
        {drawn && panels.length === 0 && (
          <p class="empty">
            Any quantity of the run over time.{" "}
            <button class="quiet-button" onClick={() => (plotted.value = ["usual"])}>
              Show the joint angles
            </button>
          </p>
        )}
      </div>
    </section>
  );
}
