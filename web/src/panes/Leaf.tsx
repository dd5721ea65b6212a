// SPDX-License-Identifier: Apache-2.0
// Phase space: the symplectic leaf of two bodies, the potential and the leaf of a linkage of one freedom, the amended
// potential over the shapes of three, and for any number the run over two of its columns.
import { computed, signal, useSignal } from "@preact/signals";
import { energyAt, leafOf } from "../model/circle";
import { mechanism, offline, useFresh } from "../model/fresh";
import { shownNumber } from "../model/format";
import { leafPlane, leafPortrait, potentialPlane, potentialPortrait } from "../charts/leaves";
import { type Plane, columnsPlane, portraitPlane } from "../charts/phase";
import type { ColumnMessage, LeafMessage, ModelMessage, PortraitMessage } from "../link/protocol";
import { askPortrait, commit, cursor, held, model, portrait, refusals, revision, run } from "../model/store";
import { onSeparatrix, separatrixEnergy } from "../charts/separatrix";
import { heightAt } from "../charts/tone";
import "./Leaf.css";
import { LongSelect } from "./LongSelect";
import { type Probe, PhaseChart, Readout } from "./PhaseChart";

const view = signal<"portrait" | "leaf" | "columns">("portrait"); // leaf: of a linkage, beside its potential
const chosenLeaf = signal<number | null>(null); // null: the one on which the start is
const chosen = signal<{ x: string; y: string }>({ x: "", y: "" });

const about = (message: ModelMessage): string =>
  mechanism(message) + JSON.stringify([message.start.momentum, message.bodies.length === 3 ? message.start.energy : 0]);

/** The chosen columns, or the first joint angle and the momentum beyond it. */
const axes = computed(() => {
  const names = (model.value?.columns ?? []).map((entry) => entry.name);
  const joint = model.value?.joints[0];
  const second = joint && model.value!.bodies[joint.second]!.name;
  const pick = (wanted: string, otherwise: string, last: number): string =>
    names.includes(wanted) ? wanted : names.includes(otherwise) ? otherwise : (names[last] ?? "");
  return { x: pick(chosen.value.x, `angle.${joint?.name}`, 1), y: pick(chosen.value.y, `momentum.${second}`, 2) };
});

/** The leaves of the linkage shown, and which of them; null if it has none. */
const leaves = computed((): { all: LeafMessage[]; shown: number } | null => {
  const [all, current] = [portrait.value?.leaves, model.value];
  if (!all || !current || all[0]!.along.angles[0]!.length !== current.joints.length) return null;
  const own = leafOf(all, current.start.angles);
  return { all, shown: chosenLeaf.value !== null && chosenLeaf.value < all.length ? chosenLeaf.value : own };
});
const shownLeaf = computed((): LeafMessage | null => leaves.value && leaves.value.all[leaves.value.shown]!);
/** What is drawn of the portrait: of a linkage one leaf, or its potential. */
const drawnPortrait = computed((): PortraitMessage | null => {
  const [drawn, leaf] = [portrait.value, shownLeaf.value];
  if (!drawn || !leaf) return drawn;
  return view.value === "leaf" ? leafPortrait(drawn, leaf) : potentialPortrait(drawn, leaf);
});
const portraitShown = computed((): Plane | null => {
  const [drawn, current, leaf] = [portrait.value, model.value, shownLeaf.value];
  if (!drawn || !current) return null;
  if (leaf) return view.value === "leaf" ? leafPlane(drawn, leaf, current) : potentialPlane(drawn, leaf, current);
  return portraitPlane(drawn, current, held.value);
});
const columnsShown = computed((): Plane | null => {
  revision.value;
  const current = run.value;
  const { x, y } = axes.value;
  return current && current.rows > 0 && current.index.has(x) && current.index.has(y)
    ? columnsPlane(current, x, y)
    : null;
});

/** "joint angle, elbow"; what belongs to no body or joint by its own name alone. */
const inWords = ({ quantity, label }: ColumnMessage): string =>
  label === "" || label === quantity ? quantity : `${quantity}, ${label}`;

function ColumnChoice({ axis, words }: { axis: "x" | "y"; words: string }) {
  return (
    <label>
      {words ? `${words} ` : <span class="unseen">Upward</span>}
      <LongSelect
        value={axes.value[axis]}
        options={model.value!.columns.map((column) => ({ value: column.name, label: inWords(column) }))}
        onChoose={(name) => (chosen.value = { ...axes.value, [axis]: name })}
      />
    </label>
  );
}

/** The potential at the probe, and what a click there does. */
function floorWords(probe: Probe): string {
  const leaf = shownLeaf.value;
  if (!leaf) return "";
  const floor = energyAt(leaf, probe.x);
  return `V = ${shownNumber(floor)} J${probe.y < floor ? ": starts at rest on it" : ""}`;
}

/** Which circle of shapes: that of the start, or another. */
function LeafChoice() {
  const found = leaves.value;
  if (!found || found.all.length < 2) return null;
  return (
    <label>
      <span class="unseen">Circle of shapes</span>
      <select
        value={found.shown}
        onChange={(event) => {
          const next = Number(event.currentTarget.value);
          chosenLeaf.value = next === leafOf(found.all, model.value!.start.angles) ? null : next;
        }}
      >
        {found.all.map(({ component }, i) => (
          <option key={i} value={i}>
            {component || `circle ${i + 1}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The way onto the separatrix, where the shape of the start can be on one. */
function SeparatrixStart() {
  const [current, curves] = [model.value, (shownLeaf.value ?? portrait.value)?.curves];
  const energy = current && curves && portrait.value?.kind !== "landscape" ? separatrixEnergy(curves, current) : null;
  if (energy === null) return null;
  return (
    <button
      class="quiet"
      title={`At this shape and momentum, with the energy of the saddle: ${shownNumber(energy)} J`}
      onClick={() => {
        cursor.value = current!.run.t0;
        void commit([onSeparatrix(energy)]);
      }}
    >
      Start on the separatrix
    </button>
  );
}

/** V at the probe, and whether the present energy reaches it. */
function heightWords(probe: Probe): string {
  const drawn = portrait.value;
  if (!drawn?.grid || !model.value) return "";
  const part = (axis: { from: number; to: number }, value: number): number =>
    (value - axis.from) / (axis.to - axis.from);
  const height = heightAt(drawn.grid, part(drawn.x, probe.x), part(drawn.y, probe.y));
  return `V = ${shownNumber(height)} J, ${height <= model.value.start.energy ? "within reach" : "beyond the present energy"}`;
}

const heights: Partial<Record<Plane["kind"], (probe: Probe) => string>> = {
  landscape: heightWords,
  potential: floorWords,
};

export function Leaf() {
  const state = useFresh(askPortrait, portrait, about);
  const probe = useSignal<Probe | null>(null);
  const refusal = state.value === "refused" ? refusals.value.portrait : "";
  const none = portrait.value?.kind === "none" || refusal !== "" || (state.value === "refused" && !portraitShown.value);
  const free = view.value === "columns" || none;
  const drawn = free ? columnsShown.value : portraitShown.value;
  const plane = drawn && offline.value ? { ...drawn, startAt: null } : drawn;
  const words = leaves.value ? "Potential" : portrait.value?.kind === "landscape" ? "Landscape" : "Phase portrait";
  const why = refusal || (portrait.value?.kind === "none" ? portrait.value.note : "");
  return (
    <section class="pane phase" aria-label="Phase space">
      <div class="phase-bar">
        {!none && (
          <label>
            <span class="unseen">View</span>
            <select
              value={view.value === "leaf" && !leaves.value ? "portrait" : view.value}
              onChange={(event) => (view.value = event.currentTarget.value as "portrait" | "leaf" | "columns")}
            >
              <option value="portrait">{words}</option>
              {leaves.value && <option value="leaf">Phase portrait</option>}
              <option value="columns">x-y plot</option>
            </select>
          </label>
        )}
        {!free && <LeafChoice />}
        {!free && <SeparatrixStart />}
        {free && model.value && (
          <>
            <ColumnChoice axis="y" words="" />
            <ColumnChoice axis="x" words="over" />
          </>
        )}
        {plane && <Readout plane={plane} probe={probe} height={heights[plane.kind] ?? null} />}
      </div>
      {none && why && <p class="phase-note">{why.replace(/\.?$/, ";")} here is the run over two of its columns.</p>}
      {plane ? (
        <PhaseChart
          key={plane.kind}
          plane={plane}
          portrait={free ? null : drawnPortrait.value}
          stale={!free && state.value === "asking"}
          probe={probe}
        />
      ) : (
        <p class="empty">The portrait of the motion at this momentum is being drawn.</p>
      )}
    </section>
  );
}
