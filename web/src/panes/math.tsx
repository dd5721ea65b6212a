// SPDX-License-Identifier: Apache-2.0
// A mathematical symbol or formula, typeset by KaTeX into the DOM (never as HTML text). KaTeX is more than all the rest of
// the page, so it comes after the first picture.
import { signal } from "@preact/signals";
import type Katex from "katex";
import "katex/dist/katex.min.css";
import { useLayoutEffect, useRef } from "preact/hooks";

const katex = signal<typeof Katex | null>(null);
void import("katex").then((loaded) => (katex.value = loaded.default));

/** `spoken`: as MathML alone, for those who listen to the page. */
export function Tex({
  latex,
  display = false,
  spoken = false,
}: {
  latex: string;
  display?: boolean;
  spoken?: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const typesetter = katex.value;
  useLayoutEffect(() => {
    try {
      typesetter?.render(latex, place.current!, {
        displayMode: display,
        trust: false,
        maxExpand: 200,
        maxSize: 20,
        output: spoken ? "mathml" : "htmlAndMathml",
      });
    } catch {
      place.current!.textContent = latex; // what KaTeX cannot read is shown as it is
    }
  }, [latex, display, spoken, typesetter]);
  return <span ref={place} class={spoken ? "unseen" : "tex"} />;
}

/** Words with $formulas$ between them. */
export function Prose({ text }: { text: string }) {
  return <>{text.split("$").map((part, i) => (i % 2 === 1 ? <Tex key={i} latex={part} /> : part))}</>;
}
