// SPDX-License-Identifier: Apache-2.0
// Phase space: the symplectic leaf of two bodies, the amended potential over the shapes of three, and for any number the run
// over two of its columns.
import { computed, signal, useSignal } from "@preact/signals";
import { mechanism, useFresh } from "../model/fresh";
import { shownNumber } from "../model/format";
import { type Plane, columnsPlane, portraitPlane } from "../charts/phase";
import type { ModelMessage } from "../link/protocol";
import { askPortrait, comparisons, held, model, portrait, revision, run } from "../model/store";
import { heightAt } from "../charts/tone";
import "./Leaf.css";
import { LongSelect } from "./LongSelect";
import { type Probe, PhaseChart, Readout } from "./PhaseChart";

const view = signal<"portrait" | "columns">("portrait");
const chosen = signal<{ x: string; y: string }>({ x: "", y: "" });

const about = (message: ModelMessage): string =>
  mechanism(message) + JSON.stringify([message.start.momentum, message.bodies.length === 3 ? message.start.energy : 0]);

/** The chosen columns, or the first joint angle and the momentum beyond it. */
const axes = computed(() => {
  const names = (model.value?.columns ?? []).map((entry) => entry.name);
  const joint = model.value?.joints[0];
  const second = joint && model.value!.bodies[joint.second]!.name;
  const pick = (wish: string, otherwise: string): string =>
    names.includes(wish) ? wish : names.includes(otherwise) ? otherwise : (names[1] ?? "");
  return { x: pick(chosen.value.x, `angle.${joint?.name}`), y: pick(chosen.value.y, `momentum.${second}`) };
});

const portraitShown = computed(() => {
  const [drawn, current] = [portrait.value, model.value];
  return drawn && current ? portraitPlane(drawn, current, held.value) : null;
});
const columnsShown = computed((): Plane | null => {
  revision.value;
  const current = run.value;
  const { x, y } = axes.value;
  return current && current.rows > 0 && current.index.has(x) && current.index.has(y)
    ? columnsPlane(current, x, y)
    : null;
});

function ColumnChoice({ axis, words }: { axis: "x" | "y"; words: string }) {
  return (
    <label>
      {words ? `${words} ` : <span class="unseen">Upward</span>}
      <LongSelect
        value={axes.value[axis]}
        options={model.value!.columns.map(({ name }) => ({ value: name, label: name }))}
        onChoose={(name) => (chosen.value = { ...axes.value, [axis]: name })}
      />
    </label>
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

export function Leaf() {
  const state = useFresh(askPortrait, portrait, about);
  const probe = useSignal<Probe | null>(null);
  const none = portrait.value?.kind === "none" || (state.value === "refused" && !portraitShown.value);
  const free = view.value === "columns" || none;
  const plane = free ? columnsShown.value : portraitShown.value;
  const words = portrait.value?.kind === "landscape" ? "Landscape" : "Leaf";
  return (
    <section class="pane phase" aria-label="Phase space">
      <div class="phase-bar">
        {!none && (
          <label>
            <span class="unseen">View</span>
            <select
              value={view.value}
              onChange={(event) => (view.value = event.currentTarget.value as "portrait" | "columns")}
            >
              <option value="portrait">{words}</option>
              <option value="columns">Two columns</option>
            </select>
          </label>
        )}
        {free && model.value && (
          <>
            <ColumnChoice axis="y" words="" />
            <ColumnChoice axis="x" words="over" />
          </>
        )}
        {comparisons.value.length > 0 && (
          <button class="quiet" onClick={() => (comparisons.value = [])}>
            clear {comparisons.value.length === 1 ? "comparison" : `${comparisons.value.length} comparisons`}
          </button>
        )}
        {plane && <Readout plane={plane} probe={probe} height={plane.kind === "landscape" ? heightWords : null} />}
      </div>
      {none && portrait.value?.note && (
        <p class="phase-note">{portrait.value.note.replace(/\.?$/, ";")} here is the run over two of its columns.</p>
      )}
      {plane ? (
        <PhaseChart
          key={plane.kind}
          plane={plane}
          portrait={free ? null : portrait.value}
          stale={!free && state.value === "asking"}
          probe={probe}
        />
      ) : (
        <p class="empty">The portrait of the motion at this momentum is being drawn.</p>
      )}
    </section>
  );
}
