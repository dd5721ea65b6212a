// SPDX-License-Identifier: Apache-2.0
// Each body has one colour and keeps it everywhere (Okabe and Ito's order, safe for the colour-blind), one set per theme
// so that thin lines and small text keep their contrast.
const onLight = ["#0072b2", "#c4500a", "#007a5a", "#a8518a", "#8a6400", "#2a7fb0", "#6b6b6b"];
const onDark = ["#56b4e9", "#f0894a", "#2fc79b", "#dd8fc0", "#e6b422", "#8fd0f5", "#b0b0b0"];

export const colourCount = onLight.length;
export const bodyColour = (body: number, dark: boolean): string => {
  const set = dark ? onDark : onLight;
  return body < 0 ? (dark ? "#d8dadd" : "#33373d") : set[body % set.length]!;
};
