// SPDX-License-Identifier: Apache-2.0
// A chart as layers of canvases: each is drawn with the next frame when a signal that it watches or the size changes.
import { type Signal, effect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { painter } from "../motion/playback";

export interface Layer {
  draw: () => void;
  watch: () => void; // reads the signals
}

/** `changed` counts what the signals do not say; the size of `place` counts on it. The layers are those of the first call. */
export function useLayers(
  place: RefObject<HTMLElement | null>,
  changed: Signal<number>,
  layers: readonly Layer[],
): void {
  useEffect(() => {
    const painters = layers.map(({ draw }) => painter(draw));
    const stops = layers.map(({ watch }, i) =>
      effect(() => {
        void changed.value;
        watch();
        painters[i]!.soon();
      }),
    );
    const sizes = new ResizeObserver(() => changed.value++);
    sizes.observe(place.current!);
    return () => {
      for (const stop of stops) stop();
      sizes.disconnect();
      for (const { stop } of painters) stop();
    };
  }, []);
}
