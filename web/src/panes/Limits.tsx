// SPDX-License-Identifier: Apache-2.0
// The limits of a value axis as two fields, beside the title of its panel; and how far the second time is from now.
import { useSignal } from "@preact/signals";
import { setValueWindow, valueWindows } from "../charts/inview";
import { runningNumber } from "../model/format";
import { short } from "../model/numbers";
import { cursor, marker } from "../model/store";

const typedNumber = (text: string): number =>
  text.trim() === "" ? NaN : Number(text.replace(",", ".").replace("−", "-"));

const isRange = ([low, high]: [string, string]): boolean => typedNumber(low) < typedNumber(high);

export function Limits({ panel, title }: { panel: string; title: string }) {
  const open = useSignal(false);
  const typed = useSignal<[string, string] | null>(null);
  const range = valueWindows.value[panel];
  const shown = typed.value ?? (range ? [short(range[0]), short(range[1])] : ["", ""]);
  const put = (end: 0 | 1, text: string): void => {
    const next: [string, string] = end === 0 ? [text, shown[1]!] : [shown[0]!, text];
    typed.value = next;
    if (isRange(next)) setValueWindow(panel, next.map(typedNumber) as [number, number]);
  };
  /** One limit alone waits for the other. */
  const leave = (): void => {
    if (typed.value && (isRange(typed.value) || typed.value.join("") === "")) typed.value = null;
  };
  const fit = (): void => {
    typed.value = null;
    setValueWindow(panel, null);
  };
  return (
    <span class="limits">
      <button
        aria-expanded={open.value}
        aria-label={`Limits of ${title}`}
        title="Limits of the value axis"
        onClick={() => (open.value = !open.value)}
      >
        ↕
      </button>
      {range && <button onClick={fit}>fit</button>}
      {open.value &&
        ([0, 1] as const).map((end) => (
          <label key={end}>
            {end === 0 ? "from" : "to"}{" "}
            <input
              value={shown[end]}
              placeholder="auto"
              inputMode="decimal"
              size={6}
              aria-label={`${title} ${end === 0 ? "from" : "to"}`}
              onInput={(event) => put(end, event.currentTarget.value)}
              onBlur={leave}
            />
          </label>
        ))}
    </span>
  );
}

/** From the second time to now; a click removes it. */
export function MarkerReadout() {
  if (marker.value === null) return null;
  return (
    <button class="quiet-button" title="Remove the second time" onClick={() => (marker.value = null)}>
      <i>Δt</i> = {runningNumber(cursor.value - marker.value)} s ×
    </button>
  );
}
