// SPDX-License-Identifier: Apache-2.0
// What lies over the panes, one dialog at a time; and which part of the settings is in view.
import { signal } from "@preact/signals";

export type Overlay =
  | { kind: "help"; part: "keys" | "panes" | "glossary"; pane?: string }
  | { kind: "palette" }
  | { kind: "link"; share?: { link: string; copied: boolean } } // open a pasted link, or say what to do with one's own
  | { kind: "export" }
  | { kind: "visits" }
  | { kind: "guests" };
export const overlay = signal<Overlay | null>(null);

export type SettingsPart = "system" | "torque" | "start" | "run" | "display" | "compare";
export const settings = signal<SettingsPart>("system");
