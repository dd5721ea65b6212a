// SPDX-License-Identifier: Apache-2.0
// The present values of the equations' terms, a few times a second: fast enough to follow, slow enough to read.
import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { bind } from "./evaluate";
import { equations, revision, run, spot } from "./store";

const pause = 66; // ms
const bound = computed(() => {
  revision.value;
  const [current, sheet] = [run.value, equations.value];
  return current && sheet && current.rows > 0 ? bind(sheet.program, current) : null;
});

/** One value per output of the program; empty before the run has begun. */
export const termValues = signal<ArrayLike<number>>([]);

/** Keeps `termValues` up to date while a pane that shows them is in view. */
export function useTermValues(): void {
  useEffect(() => {
    let timer = 0;
    const take = (): void => {
      timer = 0;
      termValues.value = bound.peek()?.(spot.peek()).slice() ?? [];
    };
    const stop = effect(() => {
      void [bound.value, spot.value];
      timer ||= window.setTimeout(take, pause);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
