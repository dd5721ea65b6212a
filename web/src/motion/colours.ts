// SPDX-License-Identifier: Apache-2.0
// Each body has one colour and keeps it everywhere, in the figures of the command line too (oopss/figure/colours.hpp). The
// first are Okabe and Ito's; any two of the eight are told apart by those who see no red or no green as well, and each has the
// contrast on its ground that small text needs, so that there is one set per theme.
export const onLight = ["#0072b2", "#c4500a", "#19795a", "#cb4279", "#7e450d", "#3f2b96", "#690a28", "#534b65"];
export const onDark = ["#56b4e9", "#f0894a", "#37c394", "#d047bb", "#f2d04b", "#9870ff", "#f52f17", "#928071"];

export const colourCount = onLight.length;
export const bodyColour = (body: number, dark: boolean): string => {
  const set = dark ? onDark : onLight;
  return body < 0 ? (dark ? "#d8dadd" : "#33373d") : set[body % set.length]!;
};

/** Runs beside the present one, in the order in which they were kept; never the colour of a body. */
const runsOnLight = ["#8f6200", "#1f7a85", "#8a4f9e", "#6a6a6a"];
const runsOnDark = ["#d8aa55", "#6fc0cb", "#c596d6", "#a5a5a5"];
export const runColour = (place: number, dark: boolean): string => {
  const set = dark ? runsOnDark : runsOnLight;
  return set[place % set.length]!;
};
