// SPDX-License-Identifier: Apache-2.0
// How the motion of bodies in space starts: the total momentum by its components, the energy, the angles of hinges, and the turns
// of balls from rest as vectors, axis times angle.
import type { ModelMessage, Triple, Turn } from "../link/protocol";
import { Drift } from "./Drift";
import { fineNumber, shownNumber } from "../model/format";
import { held, opened } from "../model/store";
import { exponential, logarithm } from "../space/turns";
import { AngleRow, EnergyRow, Lock, Notes, StartRow, holding } from "./Start";
import { Tex } from "./math";

const axes = ["x", "y", "z"] as const;
const vectorOf = (turn: Turn | null | undefined): Triple => (turn ? ([...logarithm(turn)] as Triple) : [0, 0, 0]);
const sameJoints = (a: ModelMessage, b: ModelMessage | null): b is ModelMessage =>
  b?.space !== undefined && a.joints.every(({ name }, k) => b.joints[k]?.name === name);

function Momentum({ current, before }: { current: ModelMessage; before: ModelMessage | undefined }) {
  const { momentum, momentum_range, space } = current.start;
  const energy = held.value.energy && current.joints.length > 0;
  const most = Math.max(momentum_range[1], 1.2 * momentum, 1e-3);
  return (
    <>
      <div class="locked">
        <p>
          <Tex latex="|\mu|" /> = {fineNumber(momentum)} kg m²/s{" "}
          <span class="hint">
            {energy
              ? `at most ${fineNumber(momentum_range[1])} along it at this shape and energy`
              : "the total momentum"}
          </span>
        </p>
        <Lock what="momentum" words="total momentum" />
      </div>
      {axes.map((axis, i) => (
        <StartRow
          key={axis}
          id={`start-momentum-${axis}`}
          name={`total momentum along ${axis}`}
          words={`along ${axis}`}
          latex={`\\mu^{${axis}}`}
          unit="kg m^2/s"
          value={space!.momentum[i]!}
          range={[-most, most]}
          original={before?.start.space?.momentum[i]}
          edit={(value) => ({ momentum: space!.momentum.with(i, value) as Triple, hold: energy ? ["energy"] : [] })}
        />
      ))}
    </>
  );
}

function Ball({ current, before, k }: { current: ModelMessage; before: ModelMessage | undefined; k: number }) {
  const { name, label, first, second } = current.joints[k]!;
  const now = vectorOf(current.start.space!.rotations[k]);
  const old = before && vectorOf(before.start.space!.rotations[k]);
  const angle = (Math.hypot(...now) * 180) / Math.PI;
  return (
    <>
      {axes.map((axis, i) => (
        <div key={axis} class="locked">
          <StartRow
            id={`start-turn-${name}-${axis}`}
            name={`turn of ${label || name} about ${axis}`}
            words={i === 0 ? label || name : `about ${axis}`}
            latex={`\\varphi^{${axis}}_{${second + 1},${first + 1}}`}
            unit="rad"
            value={now[i]!}
            range={[-Math.PI, Math.PI]}
            original={old?.[i]}
            edit={(value) => ({
              rotations: { [name]: [...exponential(now.with(i, value) as Triple)] as Turn },
              hold: holding(),
              snap: true,
            })}
          />
          {i === 2 && <p class="hint attain">turned by {shownNumber(angle)}° from rest, as the first body sees it</p>}
        </div>
      ))}
    </>
  );
}

export function SpaceStart({ current }: { current: ModelMessage }) {
  const before = sameJoints(current, opened.value) ? opened.value : undefined;
  return (
    <div class="rows" key={current.name}>
      <Momentum current={current} before={before} />
      {current.joints.length > 0 && <EnergyRow start={current.start} original={before?.start.energy} />}
      {current.joints.map((joint, k) =>
        current.start.space!.rotations[k] ? (
          <Ball key={joint.name} current={current} before={before} k={k} />
        ) : (
          <AngleRow key={joint.name} current={current} original={before?.start.angles[k]} k={k} />
        ),
      )}
      <Drift current={current} />
      <Notes start={current.start} />
    </div>
  );
}
