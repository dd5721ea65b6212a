// SPDX-License-Identifier: Apache-2.0
// A push now: how strong, and for how long.
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { Problem } from "../link/protocol";
import { Trouble } from "./Trouble";

const strength = signal("5"); // N m, as typed
const length = signal("0.5"); // s
const typed = (text: string): number => Number(text.replace(",", ".").replace("−", "-"));

export function Push({ name, act }: { name: string; act: (torque: number, seconds: number) => Promise<Problem[]> }) {
  const [found, setFound] = useState<Problem[]>([]);
  const [torque, seconds] = [typed(strength.value), typed(length.value)];
  const good = Number.isFinite(torque) && torque !== 0 && seconds > 0 && Number.isFinite(seconds);
  return (
    <>
      <p class="push">
        <span>Push {name} now by</span>
        <input
          value={strength.value}
          inputMode="decimal"
          aria-label={`Torque of a push of ${name} in N m`}
          onInput={(event) => (strength.value = event.currentTarget.value)}
        />
        <span>N m for</span>
        <input
          value={length.value}
          inputMode="decimal"
          aria-label={`Length of a push of ${name} in seconds`}
          onInput={(event) => (length.value = event.currentTarget.value)}
        />
        <span>s</span>
        <button disabled={!good} onClick={() => void act(torque, seconds).then(setFound)}>
          Push {name}
        </button>
      </p>
      <Trouble id={`push-${name}-trouble`} found={found} typed="" />
    </>
  );
}
