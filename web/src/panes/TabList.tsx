// SPDX-License-Identifier: Apache-2.0
// A row of tabs for panes of which one is shown; the arrow keys go from one to the next, round and round.
import type { Signal } from "@preact/signals";

interface Props<K extends string> {
  entries: readonly { key: K; words: string; more?: string }[]; // `more` words where there is room
  shown: Signal<K>;
  name: string; // of the row, for those who hear it
  prefix: string; // of the tabs' ids
  panel: string; // id of what they show
  class: string;
  chosen?: () => void; // a tab was, perhaps the one that is shown
}

export function TabList<K extends string>({ entries, shown, name, prefix, panel, class: style, chosen }: Props<K>) {
  const choose = (key: K): void => {
    shown.value = key;
    chosen?.();
  };
  const move = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? entries.length - 1 : 0;
    if (step === 0) return;
    event.stopPropagation();
    const now = entries.findIndex(({ key }) => key === shown.value);
    choose(entries[(now + step) % entries.length]!.key);
    document.getElementById(`${prefix}-${shown.value}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={name} class={style} onKeyDown={move}>
      {entries.map(({ key, words, more }) => (
        <button
          key={key}
          id={`${prefix}-${key}`}
          role="tab"
          aria-label={more && `${words} ${more}`}
          aria-selected={key === shown.value}
          aria-controls={panel}
          tabIndex={key === shown.value ? 0 : -1}
          onClick={() => choose(key)}
        >
          {words}
          {more && <span class="longer">&nbsp;{more}</span>}
        </button>
      ))}
    </div>
  );
}
