// SPDX-License-Identifier: Apache-2.0
// The relative equilibria as cards: shape, stability, angles, energy, spectrum; each is a place to start from, and the list
// can be proved complete, sorted, and looked through by stability.
import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { flatShapes, gallerySvg } from "../charts/gallerypicture";
import { angleLatex } from "../charts/series";
import { type Order, type Stability, counted, listed, orderWords, stabilityWords } from "../charts/gallery";
import { modesOf, spectrumWords } from "../charts/spectrum";
import { equilibriaAbout, familyFrom, noProof, orbitView, prove, proving, stop } from "../charts/studies";
import { page, roomy } from "../layout";
import type { EquilibriumMessage, ModelMessage } from "../link/protocol";
import { shownNumber } from "../model/format";
import { type Freshness, offline } from "../model/fresh";
import { commit, cursor, equilibria, linkState, model, refusals, tab } from "../model/store";
import { palette } from "../motion/palette";
import { poses } from "../motion/still";
import { solidKind } from "../motion/view";
import { Working } from "./Branches";
import { Figure, figureScale } from "./Figure";
import { later } from "./later";
import { Tex } from "./math";
import { usePictured } from "./pictured";
import "./Gallery.css";

const SpaceFigure = later(async () => (await import("./space")).SpaceFigure);

const offset = signal("0.01"); // rad, as typed
const offsetValue = computed(() => {
  const value = Number(offset.value.replace(",", ".").replace("−", "-"));
  return offset.value.trim() !== "" && Number.isFinite(value) && Math.abs(value) <= Math.PI ? value : null;
});

const only = signal<Stability | "all">("all");
const order = signal<Order>("name");
const aboutShown = signal(false); // how they were found and counted

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

/** Those that are shown, as a picture. */
async function pictureOf(current: ModelMessage, shown: EquilibriumMessage[]): Promise<string> {
  const few = current.space || current.joints.length > 3 ? [] : current.joints;
  const symbols = few.map(({ name }) => angleLatex(current, name));
  if (!current.space) return gallerySvg(shown, symbols, flatShapes(current, shown, palette.peek()), palette.peek());
  const { isInSpace, stillShapes } = await import("./space");
  if (!isInSpace(current)) throw new Error("the model is not in space");
  return gallerySvg(shown, symbols, stillShapes(current, solidKind.value, shown, palette.peek()), palette.peek());
}

/** The joint angles of a shape; those of many joints in one line. */
function Angles({ angles }: { angles: number[] }) {
  const current = model.value!;
  if (current.space || angles.length === 0) return null;
  if (angles.length > 3)
    return (
      <div title={angles.map((angle, k) => `${current.joints[k]!.name} ${shownNumber(angle)} rad`).join(", ")}>
        <dt>angles</dt>
        <dd class="many">{angles.map((angle) => shownNumber(angle)).join(", ")} rad</dd>
      </div>
    );
  return (
    <>
      {angles.map((angle, k) => (
        <div key={k} title={`angle of ${current.joints[k]!.name}`}>
          <dt>
            <Tex latex={angleLatex(current, current.joints[k]!.name)} />
          </dt>
          <dd>{shownNumber(angle)} rad</dd>
        </div>
      ))}
    </>
  );
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
        <Angles angles={equilibrium.angles} />
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
      {!offline.value && (
        <div class="starts">
          <button class="quiet" aria-label={`start here: ${equilibrium.id}`} onClick={() => begin(equilibrium, null)}>
            start
          </button>
          <button
            class="quiet"
            aria-label={`perturb: ${equilibrium.id}`}
            disabled={offsetValue.value === null}
            onClick={() => begin(equilibrium, offsetValue.value)}
          >
            perturb
          </button>
          {!model.value!.space && modesOf(equilibrium.spectrum).length > 0 && (
            <button
              class="quiet"
              aria-label={`family of periodic motions: ${equilibrium.id}`}
              onClick={() => {
                familyFrom.value = equilibrium.id;
                orbitView.value = "family";
                tab.value = page.value = "orbits";
                roomy.value = true;
              }}
            >
              family
            </button>
          )}
        </div>
      )}
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

/** How many there are, of which stability, in one line; how they were found is shown on request. */
function Summary({ all }: { all: EquilibriumMessage[] }) {
  const answer = equilibria.value!;
  const counts = counted(all).map(([stability, count]) => `${count} ${stabilityWords[stability]}`);
  const where = `at momentum ${shownNumber(answer.momentum)} kg m²/s`;
  const words = all.length === 0 ? `No relative equilibria ${where}` : `${all.length} ${where}: ${counts.join(", ")}`;
  return (
    <p class="gallery-summary">
      <span title={words}>{words}</span>
      {answer.note && (
        <button
          class="plain"
          aria-expanded={aboutShown.value}
          aria-controls={aboutShown.value ? "gallery-about" : undefined}
          onClick={() => (aboutShown.value = !aboutShown.value)}
        >
          {aboutShown.value ? "less" : "more"}
        </button>
      )}
    </p>
  );
}

/** Which are shown, in which order, and by how much a start is perturbed. */
function Choices({ all }: { all: EquilibriumMessage[] }) {
  const current = model.value!;
  return (
    <div class="gallery-choices">
      {all.length > 1 && (
        <>
          <label>
            <span class="unseen">Stability</span>
            <select
              value={only.value}
              onChange={(event) => (only.value = event.currentTarget.value as Stability | "all")}
            >
              <option value="all">all {all.length}</option>
              {counted(all).map(([stability, count]) => (
                <option key={stability} value={stability}>
                  {stabilityWords[stability]}, {count}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span class="unseen">Order</span>
            <select value={order.value} onChange={(event) => (order.value = event.currentTarget.value as Order)}>
              {Object.entries(orderWords).map(([key, words]) => (
                <option key={key} value={key}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      {current.joints.length > 0 && !offline.value && (
        <label class="perturb">
          perturb {current.joints[0]!.label || current.joints[0]!.name} by{" "}
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
  );
}

export function Gallery({ state, views }: { state: Freshness; views: ComponentChildren }) {
  const [answer, current] = [equilibria.value, model.value];
  const fits =
    answer &&
    current &&
    answer.equilibria.every(
      ({ angles, space }) => angles.length === current.joints.length && !space === !current.space,
    );
  const listing = fits ? listed(answer.equilibria, only.value, order.value) : [];
  usePictured("equilibria", listing.length > 0 ? "equilibria" : "", () => pictureOf(current!, listing));
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
  const shown = listing;
  const shapes = current.space ? [] : shown.map((one) => poses(current, one.angles));
  const scale = figureScale(current.space ? [] : answer.equilibria.map((one) => poses(current, one.angles)));
  return (
    <div class="gallery-place">
      <div class="equilibria-bar">
        {views}
        <Summary all={answer.equilibria} />
        {answer.equilibria.length > 0 && state === "fresh" && !offline.value && <Proof />}
      </div>
      {aboutShown.value && (
        <p class="gallery-about" id="gallery-about">
          At momentum {shownNumber(answer.momentum)} kg m²/s. {answer.note}
        </p>
      )}
      {answer.equilibria.length > 0 && <Choices all={answer.equilibria} />}
      <ul class="gallery">
        {shown.map((one, i) => (
          <Card
            key={one.id}
            equilibrium={one}
            figure={
              current.space ? (
                <SpaceFigure model={current} all={answer.equilibria} index={answer.equilibria.indexOf(one)} />
              ) : (
                <Figure model={current} shape={shapes[i]!} scale={scale} />
              )
            }
            complete={answer.complete}
          />
        ))}
      </ul>
    </div>
  );
}
