// SPDX-License-Identifier: Apache-2.0
// What a body is made of, while a model is built by hand: a rod, a plate or a disc of even density. Its mass, its inertia and
// its outline become one edit.
import { useState } from "preact/hooks";
import { numberAt, shapeBody } from "../editing/building";
import type { ModelMessage } from "../link/protocol";
import { short } from "../model/numbers";
import { type OutlineKind, type Place, outlineKinds, solidOf, suggested } from "../model/outlines";

const typed = (text: string): number => Number(text.replace(",", ".").replace("−", "-"));

/** Joints of a body from its mass centre. */
const jointsOf = ({ joints }: ModelMessage, body: number): Place[] =>
  joints.flatMap(({ first, second, at_first, at_second }) =>
    first === body ? [at_first] : second === body ? [at_second] : [],
  );

function Fields({ current, body, kind }: { current: ModelMessage; body: number; kind: OutlineKind }) {
  const { name, mass } = current.bodies[body]!;
  const first = suggested(kind, jointsOf(current, body));
  const [sizes, setSizes] = useState(first.sizes.map((size) => short(size, 4)));
  const [density, setDensity] = useState(short(mass / kind.measure(first.sizes), 6));
  const numbers = [...sizes, density].map(typed);
  const good = numbers.every((value) => Number.isFinite(value) && value > 0);
  const centre: Place = [numberAt(current, `body.${name}.centre.x`), numberAt(current, `body.${name}.centre.y`)];
  const solid = solidOf(kind, typed(density), sizes.map(typed), first.angle, centre);
  return (
    <>
      {kind.sizes.map((words, i) => (
        <label key={words}>
          {words}{" "}
          <input
            value={sizes[i]}
            inputMode="decimal"
            aria-label={`${words} of ${name} in metres`}
            onInput={(event) => setSizes(sizes.with(i, event.currentTarget.value))}
          />{" "}
          m
        </label>
      ))}
      <label>
        density{" "}
        <input
          value={density}
          inputMode="decimal"
          aria-label={`density of ${name} in ${kind.unit}`}
          onInput={(event) => setDensity(event.currentTarget.value)}
        />{" "}
        {kind.unit}
      </label>
      <button class="quiet" disabled={!good} onClick={() => void shapeBody(name, solid)}>
        Make it a {kind.id}
      </button>
      <span class="comes-to">
        {good
          ? `mass ${short(solid.mass)} kg, inertia ${short(solid.inertia)} kg m²`
          : "sizes and density are positive"}
      </span>
    </>
  );
}

export function OutlineForm({ current, body }: { current: ModelMessage; body: number }) {
  const [chosen, setChosen] = useState("");
  const kind = outlineKinds.find(({ id }) => id === chosen);
  const { name } = current.bodies[body]!;
  return (
    <div class="outline-form">
      <label>
        made as{" "}
        <select
          aria-label={`Shape of ${name}`}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          <option value="">its numbers say</option>
          {outlineKinds.map(({ id }) => (
            <option key={id} value={id}>
              {id}
            </option>
          ))}
        </select>
      </label>
      {kind && <Fields key={`${name} ${kind.id}`} current={current} body={body} kind={kind} />}
    </div>
  );
}
