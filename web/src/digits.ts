// SPDX-License-Identifier: Apache-2.0
// Numbers as words of the page: few digits, a true minus sign, powers of ten raised.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (exponent: number): string =>
  (exponent < 0 ? "⁻" : "") + [...String(Math.abs(exponent))].map((digit) => raised[Number(digit)]).join("");

/** A number with this many significant digits: 0.5236, −12.50, 3.1·10⁻⁷; a dash if it is not finite. */
export function short(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size === 0) return "0";
  const rounded = Number(value.toPrecision(digits));
  const exponent = Math.floor(Math.log10(Math.abs(rounded)));
  const words =
    exponent < -3 || exponent > 5
      ? `${(rounded / 10 ** exponent).toFixed(Math.max(0, digits - 1))}·10${power(exponent)}`
      : rounded.toFixed(Math.max(0, digits - 1 - exponent));
  return words.replace("-", "−");
}

/** The same without digits behind that say nothing: 0.5, 2, 1.25. */
export const plain = (value: number, digits = 4): string =>
  short(value, digits).replace(/(\.\d*?)0+(?=·|$)/, "$1").replace(/\.(?=·|$)/, "");
