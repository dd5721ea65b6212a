// SPDX-License-Identifier: Apache-2.0
// The derived equations, typeset term by term, each with its present value; what was proved of them; and to take them away.
import { signal } from "@preact/signals";
import { copyText } from "../export/clipboard";
import { mechanism, offline, useFresh } from "../model/fresh";
import { ask } from "../link/server";
import { Prose, Tex } from "./math";
import type { AskCode, EquationsMessage } from "../link/protocol";
import { askEquations, equations, model, say, refusals } from "../model/store";
import { termName } from "../model/terms";
import { useTermValues } from "../model/values";
import "./Equations.css";
import { TermButton, TermCard, type TermPlace, Value, dismiss } from "./Term";

const values = signal(false); // of all terms
const copied = signal("");
const unfolded = signal<ReadonlySet<string>>(new Set()); // long sections that are open

type Row = EquationsMessage["sections"][number]["rows"][number];

/** What the equations are copied as; `mark` begins a comment. */
const languages: { language: AskCode["language"]; words: string; mark: string }[] = [
  { language: "latex", words: "LaTeX", mark: "%" },
  { language: "c", words: "C", mark: "//" },
  { language: "python", words: "Python", mark: "#" },
  { language: "fortran", words: "Fortran", mark: "!" },
  { language: "matlab", words: "MATLAB", mark: "%" },
];
async function copy({ language, words, mark }: (typeof languages)[number]): Promise<void> {
  copied.value = "";
  const answer = await ask({ type: "code", text: model.value!.text, language }, "code");
  if (answer.type !== "code") {
    say("error", answer.type === "error" ? answer.message : "The model has problems: there is no code of it.");
    return;
  }
  const [only, ...more] = answer.files;
  const text =
    more.length === 0
      ? (only?.text ?? "")
      : answer.files.map((file) => `${mark} ${file.name}\n${file.text}`).join("\n");
  if (await copyText(text)) {
    copied.value = `${words} copied`;
    setTimeout(() => (copied.value = ""), 3000);
  } else {
    say("warning", "The browser did not allow copying.");
  }
}

const signOf = (term: Row["terms"][number]): 1 | -1 => (term.sign === "-" ? -1 : 1);

/** Signs between the buttons: the whole equation is read aloud before them. */
const Sign = ({ latex }: { latex: string }) => (
  <span aria-hidden="true">
    <Tex latex={latex} />
  </span>
);

function Equation({ row, section, index }: { row: Row; section: number; index: number }) {
  const place = (term: number): TermPlace => {
    if (term < 0) {
      const bodies = [...new Set(row.terms.flatMap((one) => one.bodies))];
      return { name: termName(section, index, -1), latex: row.left, output: row.value, sign: 1, bodies };
    }
    const chosen = row.terms[term]!;
    return {
      name: termName(section, index, term),
      latex: chosen.latex,
      output: chosen.output,
      sign: signOf(chosen),
      bodies: chosen.bodies,
    };
  };
  if (row.value < 0) return <p class="line">{row.left ? <Tex latex={row.left} /> : <Prose text={row.meaning} />}</p>;
  return (
    <div class="equation">
      <Tex latex={written(row)} spoken />
      <span class="left">
        <TermButton term={place(-1)} />
      </span>
      <span class="right">
        <Sign latex="=" />
        {row.terms.map((term, i) => (
          <span key={i} class="signed">
            {(i > 0 || term.sign === "-") && <Sign latex={term.sign} />}
            <span class="stacked">
              <TermButton term={place(i)} />
              {values.value && <Value output={term.output} sign={signOf(term)} />}
            </span>
          </span>
        ))}
      </span>
      <span class="row-value" title={row.meaning}>
        <Value output={row.value} />
      </span>
      {row.meaning && <span class="meaning">{row.meaning}</span>}
    </div>
  );
}

/** The whole equation in LaTeX, as it is read aloud. */
const written = ({ left, terms }: Row): string =>
  `${left} = ${terms.map(({ sign, latex }, i) => (i > 0 || sign === "-" ? `${sign} ${latex}` : latex)).join(" ")}`;

/** A section; a long one is opened on request, and is typeset only then. */
function Section({ section, index }: { section: EquationsMessage["sections"][number]; index: number }) {
  const key = `${index}:${section.title}`;
  const open = !section.folded || unfolded.value.has(key);
  const rows = section.rows.map((row, r) => <Equation key={r} row={row} section={index} index={r} />);
  if (!section.folded)
    return (
      <section aria-label={section.title}>
        <h3>{section.title}</h3>
        {rows}
      </section>
    );
  const turn = (): void => {
    const next = new Set(unfolded.value);
    if (!next.delete(key)) next.add(key);
    unfolded.value = next;
  };
  return (
    <section aria-label={section.title}>
      <h3>
        <button class="plain fold" aria-expanded={open} onClick={turn}>
          {section.title} <span class="hint">{section.rows.length}</span>
        </button>
      </h3>
      {open && rows}
    </section>
  );
}

/** Arrow keys go through the terms: left and right one by one, up and down by equations. */
function walk(event: KeyboardEvent): void {
  const sheet = event.currentTarget as HTMLElement;
  const terms = [...sheet.querySelectorAll<HTMLElement>(".term")];
  const here = terms.indexOf(document.activeElement as HTMLElement);
  const row = terms[here]?.closest(".equation");
  const firsts = terms.filter((term) => term.parentElement!.className === "left");
  const rowAt = firsts.findIndex((term) => term.closest(".equation") === row);
  const target = {
    ArrowRight: terms[here + 1],
    ArrowLeft: terms[here - 1],
    ArrowDown: firsts[rowAt + 1],
    ArrowUp: firsts[rowAt - 1],
    Home: terms[0],
    End: terms.at(-1),
    Escape: here >= 0 ? sheet : undefined,
  }[event.key];
  if (event.key.startsWith("Arrow")) event.stopPropagation();
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function Claims({ claims }: { claims: EquationsMessage["claims"] }) {
  return (
    <ul class="claims">
      {claims.map((claim) => (
        <li key={claim.statement}>
          <span class={claim.proved ? "proved" : "checked"}>{claim.proved ? "✓ proved" : "checked"}</span>
          <span>
            <Prose text={claim.latex || claim.statement} /> <small>{claim.how}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Equations() {
  const state = useFresh(askEquations, equations, mechanism);
  useTermValues();
  const sheet = equations.value;
  const refusal = state.value === "refused" ? refusals.value.equations : "";
  if (!sheet || refusal)
    return (
      <section class="pane" aria-label="Equations">
        <p class="empty">
          {state.value === "refused"
            ? refusal || "The equations of this model are not available; the messages say why."
            : "The reduced equations of the model are being derived."}
        </p>
      </section>
    );
  return (
    <section class="pane equations" aria-label="Equations" data-state={state.value}>
      <div class="equations-bar">
        <label>
          <input
            type="checkbox"
            checked={values.value}
            onChange={(event) => (values.value = event.currentTarget.checked)}
          />{" "}
          show values
        </label>
        <span class="copied" role="status">
          {copied.value}
        </span>
        {!offline.value && <span>copy</span>}
        {!offline.value &&
          languages.map((entry) => (
            <button
              key={entry.language}
              class="quiet"
              aria-label={`Copy as ${entry.words}`}
              onClick={() => void copy(entry)}
            >
              {entry.words}
            </button>
          ))}
      </div>
      <div
        class="sheet"
        tabIndex={0}
        role="group"
        aria-label="Sheet of equations; arrow keys go from term to term"
        onKeyDown={walk}
        onScroll={dismiss}
      >
        {sheet.sections.map((section, s) => (
          <Section key={section.title} section={section} index={s} />
        ))}
        {sheet.claims.length > 0 && (
          <section aria-label="What holds">
            <h3>What holds</h3>
            <Claims claims={sheet.claims} />
          </section>
        )}
      </div>
      <TermCard />
    </section>
  );
}
