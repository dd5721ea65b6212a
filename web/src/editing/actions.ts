// SPDX-License-Identifier: Apache-2.0
// Every action of the page in one table: the menus, the palette, the keys and the list of keys are made from it.
import { frameChoices } from "../motion/frames";
import { chooseFile, chooseTable, newModel, openText, saveModel, share } from "../export/files";
import { bind, frameKeys, keyTable } from "./keys";
import { page, roomy } from "../layout";
import { type SettingsPart, overlay, settings } from "../overlay";
import {
  busy,
  canRedo,
  canUndo,
  cancel,
  frameA,
  frameB,
  fromNow,
  keepRun,
  model,
  redo,
  run,
  say,
  tab,
  text,
  undo,
  welcome,
} from "../model/store";
import { beside } from "../model/beside";
import { type Theme, dark, theme } from "../theme";
import { beginTour } from "./tour";
import { forgetEverything, startOver } from "../export/work";

export type MenuName = "File" | "Edit" | "View" | "Run" | "Help";
export interface Action {
  id: string;
  menu?: MenuName; // else only in the palette
  group?: number; // a line between groups of a menu
  words: string;
  keys?: string; // "Ctrl+Shift+Z"
  typing?: boolean; // the keys work inside text fields too
  run: () => void;
  on?: () => boolean; // checked
  off?: () => boolean; // not possible now
}

const tabs = [
  ["leaf", "Phase space"],
  ["equations", "Equations"],
  ["equilibria", "Equilibria"],
  ["orbits", "Orbits"],
  ["chaos", "Chaos"],
  ["source", "Model text"],
] as const;
const settingsParts = [
  ["system", "System settings"],
  ["torque", "Torque laws"],
  ["start", "Start of the motion"],
  ["run", "Run settings"],
  ["display", "Display settings"],
  ["compare", "Kept runs"],
] as const;
const themes: [Theme, string][] = [
  ["system", "Colours as the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const without = (): boolean => !run.value || run.value.rows < 2;
const showSettings = (part: SettingsPart): void => {
  settings.value = part;
  page.value = "settings";
  roomy.value = false;
};
const toggleTheme = (): void => {
  theme.value = dark.value ? "light" : "dark";
};

const fixed: Action[] = [
  { id: "new", menu: "File", group: 1, words: "New model", run: newModel },
  { id: "open-file", menu: "File", group: 1, words: "Open file…", keys: "Ctrl+O", typing: true, run: chooseFile },
  { id: "open-table", menu: "File", group: 1, words: "Open a recorded table…", off: without, run: chooseTable },
  {
    id: "save",
    menu: "File",
    group: 1,
    words: "Save model",
    keys: "Ctrl+S",
    typing: true,
    run: () => void saveModel(),
  },
  {
    id: "start-over",
    menu: "File",
    group: 1,
    words: "Start over from the file",
    off: () => !welcome.value || text.value === welcome.value.first,
    run: startOver,
  },
  { id: "open-link", menu: "File", group: 2, words: "Open link…", run: () => (overlay.value = { kind: "link" }) },
  { id: "share", menu: "File", group: 2, words: "Copy a link to this model", run: () => void share() },
  {
    id: "guests",
    menu: "File",
    group: 2,
    words: "Guests…",
    off: () => !welcome.value?.invites,
    run: () => (overlay.value = { kind: "guests" }),
  },
  {
    id: "export",
    menu: "File",
    group: 3,
    words: "Export picture, data, video…",
    keys: "Ctrl+E",
    off: without,
    run: () => (overlay.value = { kind: "export" }),
  },
  {
    id: "visits",
    menu: "File",
    group: 4,
    words: "Earlier work…",
    off: () => !welcome.value?.keeps,
    run: () => (overlay.value = { kind: "visits" }),
  },
  {
    id: "forget",
    menu: "File",
    group: 4,
    words: "Forget everything…",
    off: () => !welcome.value?.keeps,
    run: forgetEverything,
  },
  { id: "undo", menu: "Edit", words: "Undo", keys: "Ctrl+Z", off: () => !canUndo.value, run: undo },
  { id: "redo", menu: "Edit", words: "Redo", keys: "Ctrl+Shift+Z", off: () => !canRedo.value, run: redo },
  ...tabs.map(
    ([key, words]): Action => ({
      id: `tab-${key}`,
      menu: "View",
      group: 1,
      words,
      on: () => tab.value === key,
      run: () => {
        tab.value = page.value = key;
        roomy.value = true;
      },
    }),
  ),
  ...themes.map(
    ([key, words]): Action => ({
      id: `theme-${key}`,
      menu: "View",
      group: 3,
      words,
      on: () => theme.value === key,
      run: () => (theme.value = key),
    }),
  ),
  { id: "theme", words: "Light or dark", run: toggleTheme },
  ...settingsParts.map(
    ([key, words]): Action => ({
      id: `settings-${key}`,
      menu: key === "display" ? "View" : "Run",
      group: 2,
      words,
      run: () => showSettings(key),
    }),
  ),
  {
    id: "from-now",
    menu: "Run",
    group: 3,
    words: "Edits continue from here",
    on: () => fromNow.value,
    run: () => (fromNow.value = !fromNow.value),
  },
  {
    id: "keep-run",
    menu: "Run",
    group: 3,
    words: "Keep this run to compare",
    keys: "K",
    off: () => !run.value?.done || beside.value.some((one) => one.run === run.value),
    run: () => {
      keepRun();
      say("info", `Kept as ${beside.value.at(-1)!.name}.`, { words: "Kept runs", run: () => showSettings("compare") });
    },
  },
  { id: "cancel", menu: "Run", group: 3, words: "Stop the computation", off: () => busy.value === null, run: cancel },
  { id: "tour", menu: "Help", group: 1, words: "Tour of the original figures", run: beginTour },
  {
    id: "help-panes",
    menu: "Help",
    group: 1,
    words: "What the panes are for",
    run: () => (overlay.value = { kind: "help", part: "panes" }),
  },
  {
    id: "glossary",
    menu: "Help",
    group: 1,
    words: "Symbols and words",
    run: () => (overlay.value = { kind: "help", part: "glossary" }),
  },
  {
    id: "help-keys",
    menu: "Help",
    group: 1,
    words: "Keys",
    keys: "?",
    run: () => (overlay.value = { kind: "help", part: "keys" }),
  },
  {
    id: "palette",
    menu: "Help",
    group: 2,
    words: "Find an action…",
    keys: "Ctrl+K",
    typing: true,
    run: () => (overlay.value = { kind: "palette" }),
  },
];

const moving = [...keyTable]; // the keys of time and panes, before ours are bound
const capital = (words: string): string => words[0]!.toUpperCase() + words.slice(1);
const arrow: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
const named = (keys: string): string =>
  keys.replace(/Arrow\w+/, (key) => arrow[key]!).replace(/^[a-z]$/, (letter) => letter.toUpperCase());
/** What a focused frame does with keys: for the help only. */
export const inFrame = frameKeys.map(({ keys, words }) => ({
  keys: keys.map(named).join(", "),
  words: capital(words),
}));

/** All actions there are now: the fixed ones, those of the keys, and those of the models and frames. */
export function actions(): Action[] {
  const frames = model.value ? frameChoices(model.value) : [];
  return [
    ...fixed,
    ...moving.map(
      (key, i): Action => ({
        id: `key-${i}`,
        words: capital(key.words),
        keys: key.keys.map(named).join(", "),
        run: key.action,
      }),
    ),
    ...(welcome.value?.models ?? []).map(
      (entry): Action => ({
        id: `model-${entry.name}`,
        words: `Open model: ${entry.title}`,
        run: () => void openText(entry.text, entry.title),
      }),
    ),
    ...frames.flatMap((frame): Action[] => [
      { id: `frame-A-${frame.value}`, words: `Frame A: ${frame.label}`, run: () => (frameA.value = frame.value) },
      { id: `frame-B-${frame.value}`, words: `Frame B: ${frame.label}`, run: () => (frameB.value = frame.value) },
    ]),
  ];
}

export const inMenu = (menu: MenuName): Action[] => fixed.filter((action) => action.menu === menu);

/** "Ctrl+Shift+Z" as keys.ts names it. */
const chordOf = (keys: string): string => keys.replace(/[A-Z]$/, (letter) => letter.toLowerCase());
const aliases: Record<string, string[]> = { redo: ["Ctrl+y"], "help-keys": ["F1"] };

/** Adds the keys of the table to those of the page. While a dialog is open they rest. */
export function bindKeys(): void {
  for (const action of fixed)
    if (action.keys)
      bind({
        keys: [chordOf(action.keys), ...(aliases[action.id] ?? [])],
        words: action.words,
        everywhere: action.typing ?? false,
        action: () => overlay.value === null && !action.off?.() && action.run(),
      });
}
