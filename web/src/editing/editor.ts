// SPDX-License-Identifier: Apache-2.0
// The editor of the model text (CodeMirror); loaded when its tab is first opened.
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import { type ChangeSpec, Annotation, EditorState, Transaction } from "@codemirror/state";
import { EditorView, hoverTooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { effect } from "@preact/signals";
import { basicSetup } from "codemirror";
import { textChanges } from "./changes";
import { type Known, type Offer, aboutKey, offersAt } from "./completing";
import type { Problem } from "../link/protocol";
import { model, welcome } from "../model/store";
import { toml } from "../model/toml";
import { finish, found, shownText, typed } from "../model/typing";

const fromOutside = Annotation.define<boolean>();

const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--ground)", color: "var(--ink)", fontSize: "var(--small)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-content:focus-visible": { outline: "none" }, // the whole editor has it
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--quiet)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in srgb, var(--accent-ground) 45%, transparent)",
  },
  ".cm-activeLineGutter": { color: "var(--ink)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 25%, transparent)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--accent-ground)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-ground)", outline: "1px solid var(--line)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-panels.cm-panels-top, .cm-panels.cm-panels-bottom": { borderColor: "var(--line)" },
  ".cm-searchMatch": { backgroundColor: "color-mix(in srgb, var(--warn) 30%, transparent)" },
  ".cm-textfield, .cm-button": {
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
    background: "var(--ground)",
    color: "var(--ink)",
    fontSize: "var(--small)",
  },
  ".cm-panel.cm-search": { padding: "4px 24px 4px 8px" },
  ".cm-panel.cm-search label": { fontSize: "var(--small)", verticalAlign: "middle" },
  ".cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "var(--radius)",
  },
  ".cm-about": { display: "grid", gap: "4px", maxWidth: "360px", padding: "6px 10px" },
  ".cm-about code": { color: "var(--quiet)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "inherit", maxHeight: "12em" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent-ground)",
    color: "var(--ink)",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-completionIcon": { display: "none" },
  ".cm-completionInfo": { padding: "6px 10px", maxWidth: "280px" },
  ".cm-diagnostic": { padding: "4px 8px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warn)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warn)",
    textUnderlineOffset: "3px",
  },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--ink)" },
  { tag: tags.string, color: "var(--good)" },
  { tag: [tags.number, tags.bool], color: "var(--accent)" },
]);

/** The place of a problem; one of the text as a whole is at its beginning. */
export function rangeOf(state: EditorState, problem: Problem): { from: number; to: number } {
  if (problem.line < 1 || problem.line > state.doc.lines) return { from: 0, to: 0 };
  const line = state.doc.line(problem.line);
  const from = Math.min(line.from + Math.max(0, problem.column - 1), line.to);
  const to = Math.min(from + Math.max(1, problem.length), line.to);
  return from === to && from > line.from ? { from: from - 1, to } : { from, to };
}

const known = (): Known => ({
  keys: welcome.peek()?.keys ?? [],
  methods: (model.peek()?.space?.methods ?? welcome.peek()?.methods ?? []).map(({ name }) => name),
  model: model.peek(),
});
/** What CodeMirror asks for what may stand at a place. */
interface Asked {
  state: EditorState;
  pos: number;
  explicit: boolean; // by Ctrl+Space, not by typing
}
/** Puts an offer in, and selects what of it is a sample. */
const apply =
  ({ text, picked }: Offer) =>
  (view: EditorView, _: unknown, from: number, to: number): void =>
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + picked[0], head: from + picked[1] },
      scrollIntoView: true,
      userEvent: "input.complete",
    });
function complete({ state, pos, explicit }: Asked) {
  const found = offersAt(state.doc.toString(), pos, known());
  if (!found || (!explicit && found.from === pos)) return null;
  return {
    from: found.from,
    options: found.all.map((offer) => ({
      label: offer.label,
      type: offer.kind,
      info: offer.about,
      apply: apply(offer),
    })),
    validFor: /^[\w[]*$/,
  };
}
const explain = hoverTooltip((view, pos) => {
  const found = aboutKey(view.state.doc.toString(), pos, known().keys);
  if (!found) return null;
  return {
    pos: found.from,
    end: found.to,
    above: true,
    create: () => {
      const dom = document.createElement("div");
      dom.className = "cm-about";
      const title = dom.appendChild(document.createElement("code"));
      title.textContent = found.title;
      dom.append(found.about);
      return { dom };
    },
  };
});

const words = (problem: Problem): string => (problem.help ? `${problem.message}\n${problem.help}` : problem.message);

export interface Editor {
  dom: HTMLElement;
  goTo: (problem: Problem) => void;
}

export function createEditor(): Editor {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? "";
  const view = new EditorView({
    state: EditorState.create({
      doc: shownText.peek(),
      extensions: [
        EditorView.cspNonce.of(nonce),
        basicSetup,
        StreamLanguage.define(toml),
        EditorState.languageData.of(() => [{ autocomplete: complete }]),
        explain,
        syntaxHighlighting(colours),
        look,
        EditorView.contentAttributes.of({ "aria-label": "Model text", spellcheck: "false", tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          const byHand = update.transactions.some((one) => one.docChanged && !one.annotation(fromOutside));
          if (byHand) typed(update.state.doc.toString());
        }),
        EditorView.domEventHandlers({ blur: () => finish() }),
      ],
    }),
  });
  effect(() => {
    const changes: ChangeSpec[] = textChanges(view.state.doc.toString(), shownText.value);
    if (changes.length > 0)
      view.dispatch({ changes, annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)] });
  });
  effect(() => {
    const diagnostics = found.value.map(
      (problem): Diagnostic => ({
        ...rangeOf(view.state, problem),
        severity: problem.severity,
        message: words(problem),
      }),
    );
    view.dispatch(setDiagnostics(view.state, diagnostics));
  });
  // the list of problems comes and goes below: what is being typed stays in sight
  let height = 0;
  new ResizeObserver(([entry]) => {
    const shrunk = entry!.contentRect.height < height;
    height = entry!.contentRect.height;
    if (!shrunk || !view.hasFocus) return;
    const { head } = view.state.selection.main;
    requestAnimationFrame(() => view.dispatch({ effects: EditorView.scrollIntoView(head, { yMargin: 40 }) }));
  }).observe(view.dom);
  return {
    dom: view.dom,
    goTo: (problem) => {
      const { from, to } = rangeOf(view.state, problem);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
  };
}
