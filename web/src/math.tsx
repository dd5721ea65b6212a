// SPDX-License-Identifier: Apache-2.0
// A mathematical symbol or formula, typeset by KaTeX into the DOM (never as HTML text).
import katex from "katex";
import "katex/dist/katex.min.css";
import { useLayoutEffect, useRef } from "preact/hooks";

export function Tex({ of, display = false }: { of: string; display?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    katex.render(of, place.current!, {
      displayMode: display,
      throwOnError: false,
      trust: false,
      maxExpand: 200,
      maxSize: 20,
      output: "htmlAndMathml",
    });
  }, [of, display]);
  return <span ref={place} class="tex" />;
}
