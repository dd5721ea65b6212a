// SPDX-License-Identifier: Apache-2.0
// The card of the tour: what to see and try, back and on.
import { useEffect, useRef } from "preact/hooks";
import { goTo, leaveTour, stopAt, touring } from "../tour";
import { stops } from "../tourstops";
import "./Tour.css";

function Card() {
  const card = useRef<HTMLElement>(null);
  const stop = stops[stopAt.value]!;
  useEffect(() => card.current!.focus(), []);
  return (
    <aside
      ref={card}
      class="tour"
      aria-label="Tour"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") leaveTour();
      }}
    >
      <header>
        <span class="count">
          {stopAt.value + 1} of {stops.length}, {stop.figure}
        </span>
        <button class="plain close" aria-label="Leave the tour" onClick={leaveTour}>
          ✕
        </button>
      </header>
      <div aria-live="polite">
        <h2>{stop.title}</h2>
        <p>{stop.see}</p>
        <p class="attempt">{stop.attempt}</p>
      </div>
      <nav>
        <button class="button" disabled={stopAt.value === 0} onClick={() => goTo(stopAt.value - 1)}>
          Back
        </button>
        <span class="dots" aria-hidden="true">
          {stops.map((_, i) => (
            <i key={i} class={i === stopAt.value ? "here" : ""} />
          ))}
        </span>
        {stopAt.value < stops.length - 1 ? (
          <button class="button main" onClick={() => goTo(stopAt.value + 1)}>
            Next
          </button>
        ) : (
          <button
            class="button main"
            onClick={() => {
              leaveTour();
              stopAt.value = 0;
            }}
          >
            Done
          </button>
        )}
      </nav>
    </aside>
  );
}

export const Tour = () => (touring.value ? <Card /> : null);
