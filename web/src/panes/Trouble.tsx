// SPDX-License-Identifier: Apache-2.0
// What is wrong with something typed: the words, and the typed text with the bad part underlined.
import type { Problem } from "../link/protocol";

export function Trouble({ id, found, typed }: { id: string; found: Problem[]; typed: string }) {
  const first = found[0];
  if (!first) return null;
  const from = first.column - 1;
  const placed = from >= 0 && first.length > 0 && from < typed.length;
  return (
    <div class="trouble" id={id} role="alert">
      {placed && (
        <code>
          {typed.slice(0, from)}
          <mark>{typed.slice(from, from + first.length)}</mark>
          {typed.slice(from + first.length)}
        </code>
      )}
      {found.map((problem, i) => (
        <p key={i}>
          {problem.message}
          {problem.help && <span class="hint"> {problem.help}</span>}
        </p>
      ))}
    </div>
  );
}
