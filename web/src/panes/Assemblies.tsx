// SPDX-License-Identifier: Apache-2.0
// The ways in which the loops of the start can be assembled, each a small figure: a press takes it.
import { useState } from "preact/hooks";
import { enter } from "../editing/edits";
import type { ModelMessage, Problem } from "../link/protocol";
import { mechanism, useFresh } from "../model/fresh";
import { askAssemblies, assemblies, cursor, held, model, refusals } from "../model/store";
import { poses } from "../motion/still";
import { Figure, figureScale } from "./Figure";
import { Trouble } from "./Trouble";
import "./Assemblies.css";

const about = (message: ModelMessage): string => mechanism(message) + JSON.stringify(message.start.angles);

/** "a", "a and b", "a, b and c". */
const listed = (words: string[]): string => words.join(", ").replace(/, ([^,]*)$/, " and $1");

async function take(current: ModelMessage, angles: number[]): Promise<Problem[]> {
  const { energy, momentum } = held.peek();
  cursor.value = current.run.t0;
  return enter([
    {
      kind: "start",
      angles: Object.fromEntries(current.joints.map(({ name }, k) => [name, angles[k]!])),
      hold: [...(energy ? (["energy"] as const) : []), ...(momentum ? (["momentum"] as const) : [])],
    },
  ]);
}

export function Assemblies() {
  const state = useFresh(askAssemblies, assemblies, about);
  const [found, setFound] = useState<Problem[]>([]);
  const current = model.value!;
  const answer = assemblies.value;
  if (!answer || answer.all.length === 0 || answer.all[0]!.length !== current.joints.length)
    return <p class="hint">{refusals.value.assemblies || "Other ways to assemble the loops are being looked for."}</p>;
  const shapes = answer.all.map((angles) => poses(current, angles));
  const scale = figureScale(shapes);
  const words = answer.joints.map((name) => current.joints.find((joint) => joint.name === name)?.label || name);
  return (
    <div class="assemblies" data-state={state.value}>
      <p>
        Assembly {answer.present + 1} of {answer.all.length}
        <span class="hint">
          {" "}
          {words.length > 0 && `with ${listed(words)} as ${words.length > 1 ? "they are" : "it is"}.`} {answer.note}
        </span>
      </p>
      <div class="assembly-figures" role="group" aria-label="Ways to assemble the loops">
        {shapes.map((shape, i) => (
          <button
            key={i}
            class="plain"
            aria-label={`Assembly ${i + 1}`}
            aria-pressed={i === answer.present}
            onClick={() => i !== answer.present && void take(current, answer.all[i]!).then(setFound)}
          >
            <Figure model={current} shape={shape} scale={scale} />
          </button>
        ))}
      </div>
      <Trouble id="assembly-trouble" found={found} typed="" />
    </div>
  );
}
