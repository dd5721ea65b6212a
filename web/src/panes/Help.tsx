// SPDX-License-Identifier: Apache-2.0
// Help: keys, panes, glossary.
import { useEffect, useRef } from "preact/hooks";
import { actions, inFrame } from "../editing/actions";
import { glossary, paneHelp } from "./helptext";
import { Tex } from "./math";
import { type Overlay, overlay } from "../overlay";
import { Dialog } from "./Dialog";
import "./Help.css";
import { pointing } from "../touch";

type Part = Extract<Overlay, { kind: "help" }>["part"];
const parts: [Part, string][] = [
  ["panes", "Panes"],
  ["glossary", "Symbols"],
  ["keys", "Keys"],
];

function KeyTable({ title, rows }: { title: string; rows: { keys?: string | undefined; words: string }[] }) {
  return (
    <table class="keys-table">
      <caption>{title}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.words}>
            <th scope="row">
              <kbd>{row.keys}</kbd>
            </th>
            <td>{row.words}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
function Keys() {
  return (
    <div class="key-tables">
      <KeyTable title="Page" rows={actions().filter((action) => action.keys && !action.id.startsWith("key-"))} />
      <KeyTable title="Time and panes" rows={actions().filter((action) => action.id.startsWith("key-"))} />
      <KeyTable title="In a frame" rows={inFrame} />
    </div>
  );
}

function Panes({ pane }: { pane: string | undefined }) {
  const chosen = useRef<HTMLElement>(null);
  useEffect(() => chosen.current?.scrollIntoView({ block: "start" }), [pane]);
  return (
    <>
      {paneHelp.map((entry) => (
        <section
          key={entry.id}
          ref={entry.id === pane ? chosen : undefined}
          class={entry.id === pane ? "chosen" : undefined}
        >
          <h3>{entry.title}</h3>
          <p>{entry.purpose}</p>
          <ul>
            {entry.can.map((words) => (
              <li key={words}>{pointing(words)}</li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Glossary() {
  return (
    <dl class="glossary">
      {glossary.map((entry) => (
        <div key={entry.word}>
          <dt>
            <span class="symbol">{entry.latex && <Tex latex={entry.latex} />}</span>
            <b>{entry.word}</b>
          </dt>
          <dd>{entry.meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Help({ part, pane }: { part: Part; pane: string | undefined }) {
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? parts.length - 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const [next] = parts[(parts.findIndex(([key]) => key === part) + step) % parts.length]!;
    overlay.value = { kind: "help", part: next };
    document.getElementById(`help-${next}`)?.focus();
  };
  return (
    <Dialog title="Help" kind="help">
      <div role="tablist" aria-label="Help" class="strip" onKeyDown={move}>
        {parts.map(([key, words]) => (
          <button
            key={key}
            id={`help-${key}`}
            role="tab"
            aria-selected={key === part}
            autofocus={key === part}
            aria-controls="help-panel"
            tabIndex={key === part ? 0 : -1}
            onClick={() => (overlay.value = { kind: "help", part: key })}
          >
            {words}
          </button>
        ))}
      </div>
      <div class="content" role="tabpanel" id="help-panel" aria-labelledby={`help-${part}`} tabIndex={0}>
        {part === "keys" ? <Keys /> : part === "glossary" ? <Glossary /> : <Panes pane={pane} />}
      </div>
    </Dialog>
  );
}
