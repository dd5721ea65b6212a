// SPDX-License-Identifier: Apache-2.0
// Menus of a menu bar: arrow keys move, letters jump, Escape closes, focus goes back to where it was.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface MenuEntry {
  id: string;
  group?: number | undefined;
  words: string;
  more?: string; // a second, quiet line
  keys?: string | undefined;
  on?: boolean | undefined;
  off?: boolean | undefined;
  run: () => void;
}
export interface MenuSpec {
  id: string;
  words: string;
  label?: ComponentChildren; // instead of the words
  entries: () => MenuEntry[];
}

const items = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

function Entries({ id, entries, shut }: { id: string; entries: MenuEntry[]; shut: (back: boolean) => void }) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => items(list.current!)[0]?.focus(), []);
  const move = (event: KeyboardEvent): void => {
    const all = items(list.current!);
    const here = all.indexOf(document.activeElement as HTMLElement);
    const to =
      event.key === "ArrowDown"
        ? (here + 1) % all.length
        : event.key === "ArrowUp"
          ? (here + all.length - 1) % all.length
          : event.key === "Home"
            ? 0
            : event.key === "End"
              ? all.length - 1
              : event.key.length === 1 && /\S/.test(event.key)
                ? ([...all.keys()]
                    .map((i) => (here + 1 + i) % all.length)
                    .find((i) => all[i]!.textContent!.toLowerCase().startsWith(event.key.toLowerCase())) ?? -1)
                : -1;
    if (event.key === "Escape") shut(true);
    else if (to >= 0) all[to]!.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={list} class="menu-list" role="menu" aria-labelledby={id} onKeyDown={move}>
      {entries.map((entry, i) => (
        <>
          {i > 0 && entry.group !== entries[i - 1]!.group && <div role="separator" />}
          <div
            key={entry.id}
            role={entry.on === undefined ? "menuitem" : "menuitemcheckbox"}
            aria-checked={entry.on}
            aria-disabled={entry.off}
            tabIndex={-1}
            onClick={() => {
              if (entry.off) return;
              shut(true);
              entry.run();
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              event.stopPropagation();
              event.currentTarget.click();
            }}
            onPointerMove={(event) => event.currentTarget.focus()}
          >
            <span class="tick">{entry.on ? "✓" : ""}</span>
            <span class="words">
              {entry.words}
              {entry.more && <small>{entry.more}</small>}
            </span>
            {entry.keys && <span class="keys">{entry.keys}</span>}
          </div>
        </>
      ))}
    </div>
  );
}

export function MenuBar({ menus, label }: { menus: MenuSpec[]; label: string }) {
  const [open, setOpen] = useState(-1);
  const [focus, setFocus] = useState(0); // the one in the tab order
  const bar = useRef<HTMLDivElement>(null);
  const buttons = (): HTMLButtonElement[] => [
    ...bar.current!.querySelectorAll<HTMLButtonElement>(":scope > .menu-place > button"),
  ];
  const shut = (back: boolean): void => {
    if (back && open >= 0) buttons()[open]?.focus();
    setOpen(-1);
  };
  useEffect(() => {
    if (open < 0) return;
    const outside = (event: PointerEvent): void => {
      if (!bar.current?.contains(event.target as Node)) setOpen(-1);
    };
    window.addEventListener("pointerdown", outside);
    return () => window.removeEventListener("pointerdown", outside);
  }, [open]);
  const go = (to: number): void => {
    const index = (to + menus.length) % menus.length;
    setFocus(index);
    if (open >= 0) setOpen(index);
    else buttons()[index]!.focus();
  };
  return (
    <div
      ref={bar}
      class="menubar"
      role="menubar"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") go(focus + 1);
        else if (event.key === "ArrowLeft") go(focus - 1);
        else if (event.key === "Tab") return setOpen(-1);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {menus.map((menu, i) => (
        <div key={menu.id} class="menu-place" role="none">
          <button
            id={`menu-${menu.id}`}
            role="menuitem"
            aria-haspopup="menu"
            aria-expanded={open === i}
            aria-label={menu.label ? menu.words : undefined}
            tabIndex={i === focus ? 0 : -1}
            onFocus={() => setFocus(i)}
            onClick={() => setOpen(open === i ? -1 : i)}
            onPointerEnter={() => open >= 0 && open !== i && setOpen(i)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
              event.preventDefault();
              event.stopPropagation();
              setOpen(i);
            }}
          >
            {menu.label ?? menu.words}
          </button>
          {open === i && <Entries key={menu.id} id={`menu-${menu.id}`} entries={menu.entries()} shut={shut} />}
        </div>
      ))}
    </div>
  );
}
