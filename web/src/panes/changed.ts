// SPDX-License-Identifier: Apache-2.0
// What follows from a value that changed from outside, done while that change is rendered: an effect comes after the
// paint, and what was typed before it came would be lost.
import { useRef } from "preact/hooks";

/** Calls `act` in the render in which the value is another than before; not in the first one. */
export function useChanged(value: string, act: () => void): void {
  const last = useRef(value);
  if (last.current === value) return;
  last.current = value;
  act();
}
