// SPDX-License-Identifier: Apache-2.0
// How the mass centre moves: one number per axis, of any form of the start.
import type { ModelMessage } from "../link/protocol";
import { opened } from "../model/store";
import { NumberRow } from "./NumberRow";
import { Tex } from "./math";
import { usesNames } from "../model/paths";

export function Drift({ current }: { current: ModelMessage }) {
  const axes = current.space ? "xyz" : "xy";
  const textOf = (model: ModelMessage, axis: string): string =>
    model.numbers.find(({ path }) => path === `start.drift.${axis}`)?.text ?? "0";
  const texts = [...axes].map((axis) => textOf(current, axis));
  const quoted = (text: string): string => (Number.isFinite(Number(text)) ? text : JSON.stringify(text));
  const largest = Math.max(1, ...current.start.drift.map(Math.abs));
  return (
    <>
      {[...axes].map((axis, i) => (
        <NumberRow
          key={axis}
          id={`start-drift-${axis}`}
          name={`velocity of the mass centre along ${axis}`}
          label={
            <>
              <Tex latex={`v_${axis}`} /> <span class="hint">{i === 0 ? "mass centre" : `along ${axis}`}</span>
            </>
          }
          unit="m/s"
          value={current.start.drift[i] ?? 0}
          text={texts[i]!}
          range={[-2 * largest, 2 * largest]}
          expression={usesNames(texts[i]!)}
          edits={(next) => [
            { kind: "set", path: "start.drift", value: `[${texts.with(i, next).map(quoted).join(", ")}]` },
          ]}
          original={opened.value ? textOf(opened.value, axis) : undefined}
        />
      ))}
    </>
  );
}
