// SPDX-License-Identifier: Apache-2.0
// The model text, edited in place, with its problems underlined and listed.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Editor } from "../editing/editor";
import { model } from "../model/store";
import { type TypingState, bringBack, dropAside, finish, found, setAside, sought, typingState } from "../model/typing";
import "./Source.css";

const editor = signal<Editor | null>(null);
let loading: Promise<void> | null = null;
const load = (): Promise<void> =>
  (loading ??= import("../editing/editor").then(({ createEditor }) => void (editor.value = createEditor())));

const stateWords: Record<TypingState, string> = {
  same: "",
  waiting: "…",
  understood: "understood",
  problems: "",
  unsent: "not sent: disconnected; it is kept here",
};

function ProblemList() {
  if (found.value.length === 0) return null;
  return (
    <ul class="problems" aria-label="Problems">
      {found.value.map((problem, i) => (
        <li key={i}>
          <button onClick={() => editor.value?.goTo(problem)}>
            <span class={`severity ${problem.severity}`}>{problem.severity}</span>
            {problem.line > 0 && <span class="place">{`line ${problem.line}`}</span>}
            <span>
              {problem.message} {problem.help && <em>{problem.help}</em>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Source() {
  const host = useRef<HTMLDivElement>(null);
  const ready = model.value !== null;
  useEffect(() => {
    if (ready) void load();
    return finish;
  }, [ready]);
  useEffect(() => {
    if (editor.value && host.current) host.current.replaceChildren(editor.value.dom);
  }, [editor.value]);
  const read = typingState.value !== "waiting"; // its problems are listed: the editor has the room that is left
  useEffect(() => {
    if (!editor.value || !sought.value || !read) return;
    editor.value.goTo(sought.value);
    sought.value = null;
  }, [editor.value, sought.value, read]);
  const errors = found.value.filter((problem) => problem.severity === "error").length;
  return (
    <section class="pane source" aria-label="Model text">
      {setAside.value !== "" && (
        <p class="aside">
          A text that you typed and did not finish is kept.{" "}
          <button class="quiet" onClick={bringBack}>
            bring it back
          </button>{" "}
          <button class="quiet" onClick={dropAside}>
            drop it
          </button>
        </p>
      )}
      <div ref={host} class="editor">
        {!editor.value && <p class="empty">The editor is being loaded.</p>}
      </div>
      <ProblemList />
      <p class="source-state">
        <span role="status">
          {errors > 0
            ? `${errors} ${errors === 1 ? "problem" : "problems"}; the last good model runs on`
            : stateWords[typingState.value]}
        </span>
        <span>Ctrl+Space completes, Ctrl+F finds, Tab leaves</span>
      </p>
    </section>
  );
}
