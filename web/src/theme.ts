// SPDX-License-Identifier: Apache-2.0
// Light or dark: the system's, unless the reader chose. Reduced motion is the system's.
import { computed, effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";
const stored = (): Theme => {
  try {
    const kept = localStorage.getItem("oopss.theme");
    return kept === "light" || kept === "dark" ? kept : "system";
  } catch {
    return "system";
  }
};
export const theme = signal<Theme>(stored());
const query = matchMedia("(prefers-color-scheme: dark)");
const systemDark = signal(query.matches);
query.addEventListener("change", () => (systemDark.value = query.matches));
export const dark = computed(() => (theme.value === "system" ? systemDark.value : theme.value === "dark"));

const motionQuery = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = signal(motionQuery.matches);
motionQuery.addEventListener("change", () => (calm.value = motionQuery.matches));

effect(() => {
  document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  try {
    localStorage.setItem("oopss.theme", theme.value);
  } catch {
    // not kept
  }
});
