// SPDX-License-Identifier: Apache-2.0
// The tokens of style.css, for what is drawn on a canvas.
import { computed } from "@preact/signals";
import type { Palette } from "./draw";
import { dark } from "../theme";

export const palette = computed<Palette>(() => {
  const isDark = dark.value;
  document.documentElement.dataset.theme = isDark ? "dark" : "light"; // the tokens of this theme, whoever is told first
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    ground: token("ground"),
    ink: token("ink"),
    quiet: token("quiet"),
    faint: token("faint"),
    grid: token("grid"),
    accent: token("accent"),
    dark: isDark,
  };
});
