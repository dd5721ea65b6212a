// SPDX-License-Identifier: Apache-2.0
// Signals that the browser remembers.
import { type Signal, effect, signal } from "@preact/signals";

/** Takes up what was remembered under this name, and remembers every later value. */
export function keep<T>(what: Signal<T>, name: string, valid: (found: unknown) => found is T): Signal<T> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(`oopss.${name}`) ?? "null");
    if (valid(found)) what.value = found;
  } catch {
    // nothing remembered, or nothing readable
  }
  let first = true;
  effect(() => {
    const value = JSON.stringify(what.value);
    if (first) {
      first = false;
      return;
    }
    try {
      localStorage.setItem(`oopss.${name}`, value);
    } catch {
      // a browser that keeps nothing
    }
  });
  return what;
}

export const isText = (found: unknown): found is string => typeof found === "string";
export const isTruth = (found: unknown): found is boolean => typeof found === "boolean";
export const oneOf =
  <T extends string | number>(...values: T[]) =>
  (found: unknown): found is T =>
    values.includes(found as T);

export const kept = <T>(name: string, value: T, valid: (found: unknown) => found is T): Signal<T> =>
  keep(signal(value), name, valid);
