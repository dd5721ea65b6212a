// SPDX-License-Identifier: Apache-2.0
// Floquet multipliers in the complex plane with the unit circle. A radius r is drawn as 2r/(1 + r), so that λ and 1/λ are as far
// from the circle, and however large a multiplier is, it is in the picture.
import { isStable, multiplierWords, stabilityWords } from "../charts/orbits";
import type { OrbitMessage } from "../link/protocol";

const unit = 30; // of the circle, in units of the picture
function drawn([re, im]: [number, number]): [number, number] {
  const size = Math.hypot(re, im);
  const factor = (2 * unit) / (1 + size);
  return [factor * re, -factor * im];
}

const Power = ({ exponent }: { exponent: string }) => (
  <>
    e<sup>{exponent}</sup>
  </>
);

export function Multipliers({ multipliers }: Pick<OrbitMessage, "multipliers">) {
  const words = multiplierWords(multipliers);
  const summary = stabilityWords(multipliers);
  return (
    <figure class="multipliers">
      <svg
        viewBox="-64 -42 128 84"
        role="img"
        aria-label={`Multipliers and the unit circle: ${words.join(", ") || "none beside 1"}`}
      >
        <path class="axes" d="M-63 0H63M0-41V41" />
        <circle class="unit" r={unit} />
        <path class="own" d={`M${unit - 3}-3l6 6m0-6l-6 6`} />
        {multipliers.map((value, i) => {
          const [x, y] = drawn(value);
          return <circle key={i} class={isStable([value]) ? "filled" : "hollow"} cx={x} cy={y} r="3.5" />;
        })}
      </svg>
      <figcaption>
        <span class="values">
          {words.map((one, i) => (
            <span key={i}>
              {i > 0 && ", "}
              {one.startsWith("e^") ? <Power exponent={one.slice(2)} /> : one}
            </span>
          ))}
        </span>{" "}
        {summary}
      </figcaption>
    </figure>
  );
}
