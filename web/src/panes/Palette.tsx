// SPDX-License-Identifier: Apache-2.0
// Every action, found by typing.
import { useSignal } from "@preact/signals";
import { actions } from "../editing/actions";
import { overlay } from "../overlay";
import { found } from "../editing/search";
import { Dialog } from "./Dialog";
import "./Palette.css";

export function Palette() {
  const typed = useSignal("");
  const marked = useSignal(0);
  const list = found(
    typed.value,
    actions().filter((action) => !action.off?.()),
    (action) => action.words,
  ).slice(0, 50);
  const chosen = Math.min(marked.value, list.length - 1);
  const go = (step: number): void => {
    marked.value = (chosen + step + list.length) % list.length;
    document.getElementById(`action-${marked.value}`)?.scrollIntoView({ block: "nearest" });
  };
  const act = (i: number): void => {
    overlay.value = null;
    list[i]?.run();
  };
  return (
    <Dialog title="Find an action" kind="palette" plain>
      <input
        type="text"
        role="combobox"
        aria-label="Find an action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-activedescendant={list.length > 0 ? `action-${chosen}` : undefined}
        placeholder="What do you want to do?"
        autocomplete="off"
        spellcheck={false}
        value={typed.value}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          marked.value = 0;
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") go(1);
          else if (event.key === "ArrowUp") go(-1);
          else if (event.key === "Enter") act(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <ul id="palette-list" role="listbox" aria-label="Actions">
        {list.map((action, i) => (
          <li
            key={action.id}
            id={`action-${i}`}
            role="option"
            aria-selected={i === chosen}
            onClick={() => act(i)}
            onPointerMove={() => (marked.value = i)}
          >
            <span>{action.words}</span>
            {action.keys && <kbd>{action.keys}</kbd>}
          </li>
        ))}
      </ul>
      {list.length === 0 && <p class="hint none">Nothing of this name.</p>}
    </Dialog>
  );
}
