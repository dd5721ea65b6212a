// SPDX-License-Identifier: Apache-2.0
// Building by hand: the way in, what can be done, and the names of what is picked.
import { build, remove, rename, whyNot } from "../editing/building";
import { model } from "../model/store";
import { building } from "../motion/hand";
import type { FrameState } from "../motion/stage";
import "./Builder.css";

export function BuildButton() {
  const why = whyNot(model.value);
  return (
    <button
      class="quiet-button"
      aria-pressed={building.value}
      disabled={why !== ""}
      title={why ? `Not here: ${why}` : "Add, join, move and remove bodies and joints by hand"}
      onClick={() => build(!building.value)}
    >
      Build
    </button>
  );
}

function NameField({ kind, name }: { kind: "body" | "joint"; name: string }) {
  return (
    <label>
      {kind}{" "}
      <input
        value={name}
        size={8}
        maxLength={40}
        aria-label={`Name of ${kind} ${name}`}
        onChange={(event) => void rename(kind, name, event.currentTarget.value.trim())}
      />
    </label>
  );
}

/** What is picked can be named and removed. */
export function Builder({ state }: { state: FrameState }) {
  const current = model.value;
  if (!building.value || !current || current.space) return null;
  const picked = state.selected.value;
  const body = picked >= 0 ? current.bodies[picked] : undefined;
  return (
    <div class="builder">
      {body ? (
        <>
          <NameField kind="body" name={body.name} />
          {current.joints
            .filter(({ first, second }) => first === picked || second === picked)
            .slice(0, 3)
            .map(({ name }) => (
              <NameField key={name} kind="joint" name={name} />
            ))}
          {current.bodies.length > 1 && (
            <button class="quiet-button" onClick={() => void remove(picked)}>
              Remove {body.name}
            </button>
          )}
        </>
      ) : (
        <p>
          Drag from a body to add one on a joint, onto another body to join the two; drag a ring to move the joint;
          click a body to name or remove it.
        </p>
      )}
    </div>
  );
}
