// SPDX-License-Identifier: Apache-2.0
// The tour, like a caption under the figure: what to see and try, back and on.
import { useEffect, useRef } from "preact/hooks";
import { goTo, leaveTour, stopAt, touring } from "../editing/tour";
import { stops } from "../editing/tourstops";
import "./Tour.css";

function Caption() {
  const place = useRef<HTMLElement>(null);
  const stop = stops[stopAt.value]!;
  const last = stopAt.value === stops.length - 1;
  useEffect(() => place.current!.focus(), []);
  return (
    <aside
      ref={place}
      class="tour"
      aria-label="Tour"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") leaveTour();
      }}
    >
      <div class="caption" aria-live="polite">
        <header>
          <h2>{stop.title}</h2>
          <p class="count">
            {stopAt.value + 1} of {stops.length}, {stop.figure}
          </p>
        </header>
        <p>{stop.see}</p>
        <p class="attempt">{stop.attempt}</p>
      </div>
      <nav aria-label="Stops of the tour">
        <button class="button" disabled={stopAt.value === 0} onClick={() => goTo(stopAt.value - 1)}>
          Back
        </button>
        <button class="button main" onClick={() => (last ? leaveTour(true) : goTo(stopAt.value + 1))}>
          {last ? "Done" : "Next"}
        </button>
        <button class="plain close" aria-label="Leave the tour" onClick={() => leaveTour()}>
          ✕
        </button>
      </nav>
    </aside>
  );
}

export const Tour = () => (touring.value ? <Caption /> : null);
