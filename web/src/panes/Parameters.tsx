// SPDX-License-Identifier: Apache-2.0
// Every parameter of the model as a slider; below, every other number of it, searchable.
import { useSignal } from "@preact/signals";
import { bodyColour } from "../colours";
import { Tex } from "../math";
import { guessRange } from "../numbers";
import { pathWords, usesNames } from "../paths";
import type { Edit, ModelMessage } from "../protocol";
import { model, opened } from "../store";
import { dark } from "../theme";
import { NumberRow } from "./NumberRow";

const set = (path: string) => (value: string): Edit[] => [{ kind: "set", path, value }];

const symbols: Record<string, string> = { mass: "m", inertia: "I" };
function PathLabel({ path, of }: { path: string; of: ModelMessage }) {
  const [kind, name, what] = path.split(".");
  const at = kind === "body" ? of.bodies.findIndex((entry) => entry.name === name) : -1;
  const symbol = at >= 0 && symbols[what!];
  return (
    <>
      {at >= 0 && <span class="dot" style={{ background: bodyColour(at, dark.value) }} />}
      {symbol && <Tex of={`${symbol}_{${at + 1}}`} />} <span class={symbol ? "hint" : ""}>{pathWords(path, of)}</span>
    </>
  );
}

export function Parameters() {
  const wanted = useSignal("");
  const all = useSignal(false);
  const of = model.value;
  if (!of) return <p class="empty">The numbers of the model appear here as sliders.</p>;
  const parameters = of.parameters;
  const names = new Set(parameters.map((entry) => entry.name));
  const others = of.numbers.filter((entry) => !names.has(entry.path) && !/^(start|run)\./.test(entry.path));
  const showAll = all.value || parameters.length === 0;
  const matching = others.filter((entry) =>
    wanted.value.toLowerCase().split(/\s+/).every((word) => `${entry.path} ${pathWords(entry.path, of)}`.toLowerCase().includes(word)),
  );
  return (
    <div class="rows">
      {parameters.map((entry) => (
        <NumberRow
          key={`${of.name}:${entry.name}`}
          id={entry.name}
          name={entry.label || entry.name}
          label={
            <>
              <b>{entry.name}</b>
              {entry.label && <span class="hint below-name">{entry.label}</span>}
            </>
          }
          unit={entry.unit}
          value={entry.value}
          text={entry.text}
          range={[entry.min, entry.max]}
          expression={entry.fixed}
          edits={set(entry.name)}
          original={opened.value?.parameters.find((old) => old.name === entry.name)?.text}
        />
      ))}
      {parameters.length > 0 && others.length > 0 && (
        <button class="plain more" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? "Only the parameters" : `All numbers (${others.length})`}
        </button>
      )}
      {showAll && others.length > 8 && (
        <input
          class="search"
          type="search"
          placeholder="Find a number: mass, arm, elbow …"
          aria-label="Find a number"
          value={wanted.value}
          onInput={(event) => (wanted.value = event.currentTarget.value)}
        />
      )}
      {showAll &&
        matching.slice(0, 60).map((entry) => {
          const old = opened.value?.numbers.find((number) => number.path === entry.path);
          return (
            <NumberRow
              key={`${of.name}:${entry.path}`}
              id={entry.path}
              name={pathWords(entry.path, of)}
              label={<PathLabel path={entry.path} of={of} />}
              unit={entry.unit}
              value={entry.value}
              text={entry.text}
              range={guessRange(old?.value ?? entry.value)}
              expression={usesNames(entry.text)}
              edits={set(entry.path)}
              original={old?.text}
            />
          );
        })}
      {showAll && matching.length > 60 && <p class="hint">{matching.length - 60} more: say what you look for.</p>}
      {showAll && matching.length === 0 && others.length > 0 && <p class="hint">No number of this name.</p>}
    </div>
  );
}
