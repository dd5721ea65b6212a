// SPDX-License-Identifier: Apache-2.0
// The relative equilibria as a gallery: shape, stability, energy, spectrum; each is a place to start from, and the list can be
// proved complete. A second view has their branches over a number of the model.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { shownNumber } from "../model/format";
import { type Freshness, useFresh } from "../model/fresh";
import { Tex } from "./math";
import type { EquilibriumMessage } from "../link/protocol";
import { modesOf, spectrumWords } from "../charts/spectrum";
import { poses } from "../motion/still";
import { askEquilibria, commit, cursor, equilibria, linkState, model, refusals, tab } from "../model/store";
import { equilibriaAbout, familyFrom, noProof, orbitView, prove, proving, stop } from "../charts/studies";
import { page } from "../layout";
import { Branches, Working } from "./Branches";
import { Figure, figureScale } from "./Figure";
import { later } from "./later";
import "./Equilibria.css";

const SpaceFigure = later(async () => (await import("./space")).SpaceFigure);

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
function StabilityMark({ stability }: { stability: EquilibriumMessage["stability"] }) {
  return (
    <svg class="stability" viewBox="-7 -7 14 14" aria-hidden="true">
      {stability === "degenerate" ? (
        <path d="M0-5.5 5.5 0 0 5.5-5.5 0Z" class="hollow" />
      ) : (
        <circle r="4.5" class={stability === "stable" ? "filled" : "hollow"} />
      )}
      {stability === "spectrally_stable" && <circle r="1.5" class="filled" />}
    </svg>
  );
}

/** The eigenvalues in the complex plane. */
function Spectrum({ spectrum }: { spectrum: EquilibriumMessage["spectrum"] }) {
  const largest = Math.max(...spectrum.map(([re, im]) => Math.hypot(re, im))) || 1;
  return (
    <svg class="spectrum" viewBox="-24 -24 48 48" role="img" aria-label="Eigenvalues in the complex plane">
      <path class="axes" d="M-23 0H23M0-23V23" />
      {spectrum.map(([re, im], i) => (
        <path key={i} class="value" d={`M${(18 * re) / largest - 2.5} ${(-18 * im) / largest - 2.5}l5 5m0-5l-5 5`} />
      ))}
    </svg>
  );
}

function begin(equilibrium: EquilibriumMessage, beside: number | null): void {
  const joint = model.value!.joints[0]!.name;
  cursor.value = model.value!.run.t0;
  void commit([
    {
      kind: "start",
      equilibrium: equilibrium.id,
      ...(model.value!.space ? { hold: ["momentum"] } : { momentum: equilibria.value!.momentum }),
      ...(beside === null ? {} : { offset: { [joint]: beside } }),
    },
  ]);
}

/** In a complete list every shape is proved; `equilibrium.proved` says that the stability is, too. */
function Card({
  equilibrium,
  figure,
  complete,
}: {
  equilibrium: EquilibriumMessage;
  figure: ComponentChildren;
  complete: boolean;
}) {
  const title = `equilibrium-${equilibrium.id}`;
  return (
    <li class="equilibrium" aria-labelledby={title}>
      <h3 id={title}>
        <StabilityMark stability={equilibrium.stability} /> {equilibrium.id}{" "}
        <span>{stabilityWords[equilibrium.stability]}</span>
        {(equilibrium.proved || complete) && (
          <span class="proved">✓ {equilibrium.proved ? "proved" : "shape proved"}</span>
        )}
      </h3>
      <div class="pictures">
        {figure}
        <Spectrum spectrum={equilibrium.spectrum} />
      </div>
      <dl>
        <div>
          <dt>energy</dt>
          <dd>{shownNumber(equilibrium.energy)} J</dd>
        </div>
        <div>
          <dt>
            <Tex latex="\omega" />
          </dt>
          <dd>{shownNumber(equilibrium.omega)} rad/s</dd>
        </div>
        <div>
          <dt>index</dt>
          <dd>
            {equilibrium.index}
            {equilibrium.nullity > 0 && `, nullity ${equilibrium.nullity}`}
          </dd>
        </div>
        <div>
          <dt>eigenvalues</dt>
          <dd>{spectrumWords(equilibrium.spectrum).join(", ")}</dd>
        </div>
      </dl>
      <div class="starts">
        <button class="quiet" aria-label={`start here: ${equilibrium.id}`} onClick={() => begin(equilibrium, null)}>
          start here
        </button>
        <button
          class="quiet"
          aria-label={`start next to it: ${equilibrium.id}`}
          disabled={offsetValue.value === null}
          onClick={() => begin(equilibrium, offsetValue.value)}
        >
          next to it
        </button>
        {!model.value!.space && modesOf(equilibrium.spectrum).length > 0 && (
          <button
            class="quiet"
            aria-label={`family of periodic motions: ${equilibrium.id}`}
            onClick={() => {
              familyFrom.value = equilibrium.id;
              orbitView.value = "family";
              tab.value = page.value = "orbits";
            }}
          >
            family
          </button>
        )}
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
  const [answer, current] = [equilibria.value, model.value];
  const fits =
    answer &&
    current &&
    answer.equilibria.every(
      ({ angles, space }) => angles.length === current.joints.length && !space === !current.space,
    );
  if (!fits || (state === "refused" && (refusals.value.equilibria !== "" || answer.equilibria.length === 0)))
    return (
      <div class="gallery-place">
        <div class="equilibria-bar">{views}</div>
        <p class="empty">
          {state === "refused"
            ? refusals.value.equilibria || "Relative equilibria of this model are not available; the messages say why."
            : "Motions in which all bodies turn together as one: they are being looked for."}
        </p>
      </div>
    );
  const all = current.space ? [] : answer.equilibria.map((one) => poses(current, one.angles));
  const scale = figureScale(all);
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
        {current.joints.length > 0 && answer.equilibria.length > 0 && (
          <label>
            next to it: {current.joints[0]!.label || current.joints[0]!.name} off by{" "}
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
          <Card
            key={one.id}
            equilibrium={one}
            figure={
              current.space ? (
                <SpaceFigure model={current} all={answer.equilibria} index={i} />
              ) : (
                <Figure model={current} shape={all[i]!} scale={scale} />
              )
            }
            complete={answer.complete}
          />
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
