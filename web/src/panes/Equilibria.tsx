// SPDX-License-Identifier: Apache-2.0
// The relative equilibria as a gallery: shape, stability, energy, spectrum; each is a place to start from, and the list can be
// proved complete. A second view has their branches over a number of the model.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { bodyColour } from "../motion/colours";
import { shownNumber } from "../model/format";
import { type Freshness, useFresh } from "../model/fresh";
import type { Poses } from "../motion/poses";
import { Tex } from "./math";
import type { EquilibriumMessage, ModelMessage } from "../link/protocol";
import { spectrumWords } from "../charts/spectrum";
import { poses, reach } from "../motion/still";
import { askEquilibria, commit, cursor, equilibria, linkState, model } from "../model/store";
import { equilibriaAbout, noProof, prove, proving, stop } from "../charts/studies";
import { dark } from "../theme";
import { Branches, Working } from "./Branches";
import "./Equilibria.css";

const view = signal<"gallery" | "branches">("gallery");

const offset = signal("0.01"); // rad, as typed
const offsetValue = computed(() => {
  const value = Number(offset.value.replace(",", ".").replace("−", "-"));
  return offset.value.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= Math.PI ? value : null;
});

const stabilityWords: Record<EquilibriumMessage["stability"], string> = {
  stable: "stable",
  unstable: "unstable",
  spectrally_stable: "spectrally stable",
  degenerate: "degenerate",
};

/** Filled: stable. Hollow: unstable. A ring with a point: spectrally stable. A diamond: degenerate. */
function StabilityMark({ of }: { of: EquilibriumMessage["stability"] }) {
  return (
    <svg class="stability" viewBox="-7 -7 14 14" aria-hidden="true">
      {of === "degenerate" ? (
        <path d="M0-5.5 5.5 0 0 5.5-5.5 0Z" class="hollow" />
      ) : (
        <circle r="4.5" class={of === "stable" ? "filled" : "hollow"} />
      )}
      {of === "spectrally_stable" && <circle r="1.5" class="filled" />}
    </svg>
  );
}

/** The bodies as sticks from the mass centre to the joints, discs at mass centres and rings at joints. */
function Figure({ of, at, scale }: { of: ModelMessage; at: Poses; scale: number }) {
  const heaviest = Math.max(...of.bodies.map((body) => body.mass));
  return (
    <svg class="figure" viewBox="-60 -32 120 64" aria-hidden="true">
      <g transform={`scale(${scale} ${-scale})`}>
        {of.bodies.map((_, i) => {
          const colour = bodyColour(i, dark.value);
          return (
            <g key={i} stroke={colour} fill={colour}>
              {of.joints.map((joint, k) =>
                joint.first === i || joint.second === i ? (
                  <line key={k} x1={at.x[i]} y1={at.y[i]} x2={at.jointX[k]} y2={at.jointY[k]} />
                ) : null,
              )}
              <circle
                cx={at.x[i]}
                cy={at.y[i]}
                r={(2 + 3 * Math.sqrt(of.bodies[i]!.mass / heaviest)) / scale}
                stroke="none"
              />
            </g>
          );
        })}
        {of.joints.map((_, k) => (
          <circle key={k} class="joint" cx={at.jointX[k]} cy={at.jointY[k]} r={2.5 / scale} />
        ))}
      </g>
    </svg>
  );
}

/** The eigenvalues in the complex plane. */
function Spectrum({ of }: { of: EquilibriumMessage["spectrum"] }) {
  const largest = Math.max(...of.map(([re, im]) => Math.hypot(re, im))) || 1;
  return (
    <svg class="spectrum" viewBox="-24 -24 48 48" role="img" aria-label="Eigenvalues in the complex plane">
      <path class="axes" d="M-23 0H23M0-23V23" />
      {of.map(([re, im], i) => (
        <path key={i} class="value" d={`M${(18 * re) / largest - 2.5} ${(-18 * im) / largest - 2.5}l5 5m0-5l-5 5`} />
      ))}
    </svg>
  );
}

function begin(of: EquilibriumMessage, beside: number | null): void {
  const joint = model.value!.joints[0]!.name;
  cursor.value = model.value!.run.t0;
  void commit([
    {
      kind: "start",
      equilibrium: of.id,
      momentum: equilibria.value!.momentum,
      ...(beside === null ? {} : { offset: { [joint]: beside } }),
    },
  ]);
}

/** In a complete list every shape is proved; `of.proved` says that the stability is, too. */
function Card({ of, at, scale, complete }: { of: EquilibriumMessage; at: Poses; scale: number; complete: boolean }) {
  const title = `equilibrium-${of.id}`;
  return (
    <li class="equilibrium" aria-labelledby={title}>
      <h3 id={title}>
        <StabilityMark of={of.stability} /> {of.id} <span>{stabilityWords[of.stability]}</span>
        {(of.proved || complete) && <span class="proved">✓ {of.proved ? "proved" : "shape proved"}</span>}
      </h3>
      <div class="pictures">
        <Figure of={model.value!} at={at} scale={scale} />
        <Spectrum of={of.spectrum} />
      </div>
      <dl>
        <div>
          <dt>energy</dt>
          <dd>{shownNumber(of.energy)} J</dd>
        </div>
        <div>
          <dt>
            <Tex of="\omega" />
          </dt>
          <dd>{shownNumber(of.omega)} rad/s</dd>
        </div>
        <div>
          <dt>index</dt>
          <dd>
            {of.index}
            {of.nullity > 0 && `, nullity ${of.nullity}`}
          </dd>
        </div>
        <div>
          <dt>eigenvalues</dt>
          <dd>{spectrumWords(of.spectrum).join(", ")}</dd>
        </div>
      </dl>
      <div class="starts">
        <button class="quiet" aria-label={`start here: ${of.id}`} onClick={() => begin(of, null)}>
          start here
        </button>
        <button
          class="quiet"
          aria-label={`start next to it: ${of.id}`}
          disabled={offsetValue.value === null}
          onClick={() => begin(of, offsetValue.value)}
        >
          next to it
        </button>
      </div>
    </li>
  );
}

/** The way to a proof, how far it is, or what came of it. */
function Proof() {
  const [answer, study] = [equilibria.value!, proving.value];
  const refusal = noProof.value?.about === equilibriaAbout(model.value!) ? noProof.value.words : "";
  if (study) return <Working part={study.part} words="proving" cancel={() => stop(study)} />;
  if (answer.complete) return <b class="complete">✓ proved complete</b>;
  if (refusal)
    return (
      <span class="refusal" role="status">
        {refusal}
      </span>
    );
  return (
    <button class="quiet" disabled={linkState.value !== "open"} onClick={() => void prove()}>
      Prove that these are all
    </button>
  );
}

function Gallery({ state, views }: { state: Freshness; views: ComponentChildren }) {
  const [answer, of] = [equilibria.value, model.value];
  const fits = answer && of && answer.equilibria.every((one) => one.angles.length === of.joints.length);
  if (!fits || (state === "refused" && answer.equilibria.length === 0))
    return (
      <div class="gallery-place">
        <div class="equilibria-bar">{views}</div>
        <p class="empty">
          {state === "refused"
            ? "Relative equilibria of this model are not available; the messages say why."
            : "Motions in which all bodies turn together as one: they are being looked for."}
        </p>
      </div>
    );
  const all = answer.equilibria.map((one) => poses(of, one.angles));
  const far = reach(all);
  const scale = Math.min(52 / (far.x || 1e-9), 24 / (far.y || 1e-9), 1e6);
  return (
    <div class="gallery-place">
      <div class="equilibria-bar">
        {views}
        {answer.equilibria.length > 0 && state === "fresh" && <Proof />}
        <p>
          {answer.equilibria.length === 0
            ? "No relative equilibria."
            : `${answer.equilibria.length} at momentum ${shownNumber(answer.momentum)} kg m²/s.`}{" "}
          {answer.note}
        </p>
        {of.joints.length > 0 && answer.equilibria.length > 0 && (
          <label>
            next to it: {of.joints[0]!.label || of.joints[0]!.name} off by{" "}
            <input
              value={offset.value}
              inputMode="decimal"
              size={6}
              aria-invalid={offsetValue.value === null}
              onInput={(event) => (offset.value = event.currentTarget.value)}
            />{" "}
            rad
          </label>
        )}
      </div>
      <ul class="gallery">
        {answer.equilibria.map((one, i) => (
          <Card key={one.id} of={one} at={all[i]!} scale={scale} complete={answer.complete} />
        ))}
      </ul>
    </div>
  );
}

const allViews = [
  ["gallery", "Gallery"],
  ["branches", "Branches"],
] as const;
function Views() {
  return (
    <div class="equilibria-views" role="group" aria-label="View of the equilibria">
      {allViews.map(([key, words]) => (
        <button key={key} aria-pressed={view.value === key} onClick={() => (view.value = key)}>
          {words}
        </button>
      ))}
    </div>
  );
}

export function Equilibria() {
  const state = useFresh(askEquilibria, equilibria, equilibriaAbout);
  return (
    <section class="pane equilibria" aria-label="Equilibria" data-state={state.value}>
      {view.value === "branches" && model.value ? (
        <Branches fresh={state.value === "fresh"} views={<Views />} />
      ) : (
        <Gallery state={state.value} views={<Views />} />
      )}
    </section>
  );
}
