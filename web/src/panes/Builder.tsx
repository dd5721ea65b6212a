// SPDX-License-Identifier: Apache-2.0
// Building by hand: the way in, what can be done, and the names of what is picked.
import { build, togetherWith, remove, rename, splitOff, whyNot } from "../editing/building";
import { enter } from "../editing/edits";
import { pull, whyNotPulled } from "../editing/pulling";
import type { ModelMessage } from "../link/protocol";
import { kindOf, lawKinds, turnedInto } from "../model/laws";
import { model, say } from "../model/store";
import { building, pulling } from "../motion/hand";
import type { FrameState } from "../motion/stage";
import "./Builder.css";
import { LawChoice, withLaws } from "./Laws";
import { OutlineForm } from "./OutlineForm";
import { PlainInput } from "./PlainInput";
import { pointing } from "../touch";

export function BuildButton() {
  const why = whyNot(model.value);
  return (
    <button
      class="quiet-button"
      aria-pressed={building.value}
      disabled={why !== ""}
      title={why ? `Not here: ${why}` : "Add, join, move and remove bodies and joints by hand"}
      onClick={() => {
        build(!building.value);
        if (building.value) pull(false);
      }}
    >
      Build
    </button>
  );
}

export function PullButton() {
  const why = whyNotPulled(model.value);
  return (
    <button
      class="quiet-button"
      aria-pressed={pulling.value}
      disabled={why !== ""}
      title={
        why ? `Not here: ${why}` : "A drag of a body pulls it while it moves, by a spring; without this, with Ctrl"
      }
      onClick={() => {
        pull(!pulling.value);
        if (pulling.value && building.value) build(false);
      }}
    >
      Pull
    </button>
  );
}

function NameField({ kind, name }: { kind: "body" | "joint"; name: string }) {
  return (
    <label>
      {kind}{" "}
      <PlainInput
        value={name}
        size={8}
        most={40}
        name={`Name of ${kind} ${name}`}
        take={(typed) => void rename(kind, name, typed)}
      />
    </label>
  );
}

/** A joint of the body that is picked: its name, the law that acts at it, and cutting it. */
function JointRow({ current, body, joint }: { current: ModelMessage; body: number; joint: number }) {
  const { name, laws } = current.joints[joint]!;
  const stay = togetherWith(current, joint, body);
  const choose = async (id: string): Promise<void> => {
    const kind = lawKinds.find((entry) => entry.id === id);
    const found = await enter(withLaws(current, name, kind ? [turnedInto(kind, name, laws[0])] : []));
    if (found[0]) say("warning", `This law cannot act here: ${found[0].message}`);
  };
  return (
    <div class="builder-row">
      <NameField kind="joint" name={name} />
      <label>
        torque{" "}
        <LawChoice
          id={`build-law-${name}`}
          name={`Torque law of ${name}`}
          ball={false}
          kind={laws[0] ? kindOf(laws[0]) : null}
          onChoose={(id) => void choose(id)}
        />
      </label>
      {laws.length > 1 && <span>and {laws.length - 1} more, under Torque</span>}
      <button
        class="quiet-button"
        aria-label={`Split off ${current.bodies[body]!.name} at ${name}`}
        title={
          stay.size === current.bodies.length
            ? `Takes ${name} away: the loop opens, all bodies stay`
            : `Cuts ${name}: ${current.bodies.flatMap((one, i) => (stay.has(i) ? [one.name] : [])).join(", ")} become the model`
        }
        onClick={() => void splitOff(joint, body)}
      >
        split off
      </button>
    </div>
  );
}

/** What is picked can be named, given a shape and laws, and removed. */
export function Builder({ state }: { state: FrameState }) {
  const current = model.value;
  if (!building.value || !current || current.space) return null;
  const picked = state.selected.value;
  const body = picked >= 0 ? current.bodies[picked] : undefined;
  return (
    <div class="builder">
      {body ? (
        <>
          <div class="builder-row">
            <NameField kind="body" name={body.name} />
            {current.bodies.length > 1 && (
              <button class="quiet-button" onClick={() => void remove(picked)}>
                Remove {body.name}
              </button>
            )}
          </div>
          <OutlineForm key={body.name} current={current} body={picked} />
          {current.joints
            .flatMap(({ first, second }, k) => (first === picked || second === picked ? [k] : []))
            .slice(0, 3)
            .map((k) => (
              <JointRow key={current.joints[k]!.name} current={current} body={picked} joint={k} />
            ))}
        </>
      ) : (
        <p>
          {pointing(
            "Drag from a body to add one on a joint, onto another body to join the two; drag a ring to move the joint; click a body to name it, shape it, give its joints torques, split it off, or remove it.",
          )}
        </p>
      )}
    </div>
  );
}
