// SPDX-License-Identifier: Apache-2.0
// The model, menus, undo, sharing, theme, help; and the dialogs they open.
import { type Action, type MenuName, actions, inMenu } from "../editing/actions";
import { openText } from "../export/files";
import { small } from "../layout";
import { overlay } from "../overlay";
import { model, text, welcome } from "../model/store";
import { dark } from "../theme";
import { Exports } from "./Exports";
import { Help } from "./Help";
import { Icon, type IconName } from "./Icon";
import { Links } from "./Links";
import { MenuBar, type MenuEntry, type MenuSpec } from "./Menu";
import { Palette } from "./Palette";
import { Guests } from "./Guests";
import { Visits } from "./Visits";
import "./TopBar.css";

const entryOf = (action: Action): MenuEntry => ({
  id: action.id,
  group: action.group,
  words: action.words,
  keys: action.keys,
  on: action.on?.(),
  off: action.off?.(),
  run: action.run,
});
const models = (): MenuEntry[] =>
  (welcome.value?.models ?? []).map((entry) => ({
    id: entry.name,
    words: entry.title,
    more: entry.description,
    on: entry.text === text.value,
    run: () => void openText(entry.text, entry.title),
  }));
const names: MenuName[] = ["File", "Edit", "View", "Run", "Help"];
const menus: MenuSpec[] = names.map((name) => ({ id: name, words: name, entries: () => inMenu(name).map(entryOf) }));
const single: MenuSpec = {
  id: "all",
  words: "Menu",
  label: <Icon name="menu" />,
  entries: () =>
    names.flatMap((name, i) =>
      inMenu(name).map((action) => ({ ...entryOf(action), group: 10 * i + (action.group ?? 0) })),
    ),
};

function Tool({ id, label, icon }: { id: string; label: string; icon?: IconName }) {
  const action = actions().find((entry) => entry.id === id)!;
  return (
    <button
      class="tool"
      aria-label={label}
      title={action.keys ? `${label} (${action.keys})` : label}
      disabled={action.off?.()}
      onClick={action.run}
    >
      {icon ? <Icon name={icon} /> : "?"}
    </button>
  );
}

export function TopBar() {
  const open = overlay.value;
  const chosen: MenuSpec = {
    id: "model",
    words: `Model: ${model.value?.name ?? "none yet"}`,
    label: (
      <>
        <span class="model-name">{model.value?.name || "Model"}</span>{" "}
        <span class="down" aria-hidden="true">
          ▾
        </span>
      </>
    ),
    entries: models,
  };
  return (
    <header class="topbar">
      <h1>OOPSS</h1>
      <MenuBar label="Menus" menus={small.value ? [chosen, single] : [chosen, ...menus]} />
      <div class="tools">
        <Tool id="undo" label="Undo" icon="undo" />
        <Tool id="redo" label="Redo" icon="redo" />
        <Tool id="share" label="Copy a link to this model" icon="share" />
        <Tool id="theme" label={dark.value ? "Light colours" : "Dark colours"} icon={dark.value ? "light" : "dark"} />
        <Tool id="help-panes" label="Help" />
      </div>
      {open?.kind === "help" && <Help part={open.part} pane={open.pane} />}
      {open?.kind === "palette" && <Palette />}
      {open?.kind === "link" && <Links share={open.share} />}
      {open?.kind === "export" && <Exports />}
      {open?.kind === "visits" && <Visits />}
      {open?.kind === "guests" && <Guests />}
    </header>
  );
}
