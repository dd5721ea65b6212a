// SPDX-License-Identifier: Apache-2.0
// Every parameter of the model as a slider; below, every other number of it, searchable.
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { bodyColour } from "../motion/colours";
import { Tex } from "./math";
import { guessRange } from "../model/numbers";
import { pathWords, usesNames } from "../model/paths";
import type { Edit, ModelMessage } from "../link/protocol";
import { model, opened } from "../model/store";
import { dark } from "../theme";
import { NumberRow } from "./NumberRow";

type NumberEntry = ModelMessage["numbers"][number];
const set =
  (path: string) =>
  (value: string): Edit[] => [{ kind: "set", path, value }];

const symbols: Record<string, string> = { mass: "m", inertia: "I" };
function PathLabel({ path, model: current }: { path: string; model: ModelMessage }) {
  const [kind, name, what] = path.split(".");
  const body = kind === "body" ? current.bodies.findIndex((entry) => entry.name === name) : -1;
  const symbol = body >= 0 && symbols[what!];
  return (
    <>
      {body >= 0 && <span class="dot" style={{ background: bodyColour(body, dark.value) }} />}
      {symbol && <Tex latex={`${symbol}_{${body + 1}}`} />}{" "}
      <span class={symbol ? "hint" : ""}>{pathWords(path, current)}</span>
    </>
  );
}

/** A row is rendered anew only when something of it has changed: a slider moves one of many. */
function ParameterRow({
  entry,
  original,
}: {
  entry: ModelMessage["parameters"][number];
  original: string | undefined;
}) {
  const { name, label, unit, value, text, min, max, fixed } = entry;
  return useMemo(
    () => (
      <NumberRow
        id={name}
        name={label || name}
        label={
          <>
            <b>{name}</b>
            {label && <span class="hint below-name">{label}</span>}
          </>
        }
        unit={unit}
        value={value}
        text={text}
        range={[min, max]}
        expression={fixed}
        edits={set(name)}
        original={original}
      />
    ),
    [name, label, unit, value, text, min, max, fixed, original],
  );
}

function OtherRow({
  entry,
  old,
  model: current,
}: {
  entry: NumberEntry;
  old: NumberEntry | undefined;
  model: ModelMessage;
}) {
  const { path, unit, value, text } = entry;
  const name = pathWords(path, current);
  return useMemo(
    () => (
      <NumberRow
        id={path}
        name={name}
        label={<PathLabel path={path} model={current} />}
        unit={unit}
        value={value}
        text={text}
        range={guessRange(old?.value ?? value)}
        expression={usesNames(text)}
        edits={set(path)}
        original={old?.text}
      />
    ),
    [path, name, unit, value, text, old],
  );
}

/** What the numbers make of the model, in words that follow them. */
function Facts({ facts }: { facts: ModelMessage["facts"] }) {
  if (facts.length === 0) return null;
  return (
    <dl class="facts" aria-label="What the numbers make of the model">
      {facts.map(({ name, words }, i) => (
        <div key={i}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Parameters() {
  const wanted = useSignal("");
  const all = useSignal(false);
  const current = model.value;
  if (!current) return <p class="empty">The numbers of the model appear here as sliders.</p>;
  const parameters = current.parameters;
  const names = new Set(parameters.map((entry) => entry.name));
  const others = current.numbers.filter((entry) => !names.has(entry.path) && !/^(start|run)\./.test(entry.path));
  const showAll = all.value || parameters.length === 0;
  const matching = others.filter((entry) =>
    wanted.value
      .toLowerCase()
      .split(/\s+/)
      .every((word) => `${entry.path} ${pathWords(entry.path, current)}`.toLowerCase().includes(word)),
  );
  return (
    <div class="rows">
      <Facts facts={current.facts} />
      {parameters.map((entry) => (
        <ParameterRow
          key={`${current.name}:${entry.name}`}
          entry={entry}
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
        matching
          .slice(0, 60)
          .map((entry) => (
            <OtherRow
              key={`${current.name}:${entry.path}`}
              entry={entry}
              old={opened.value?.numbers.find((number) => number.path === entry.path)}
              model={current}
            />
          ))}
      {showAll && matching.length > 60 && <p class="hint">{matching.length - 60} more: say what you look for.</p>}
      {showAll && matching.length === 0 && others.length > 0 && <p class="hint">No number of this name.</p>}
    </div>
  );
}
