// SPDX-License-Identifier: Apache-2.0
// Chaos on the leaf: sections with the manifolds over them, exponents, and maps of many runs.
import { chaosView, course, noExponents, noManifolds, noSection, section } from "../charts/chaos";
import { model } from "../model/store";
import { noMap, shownMap } from "../charts/sweepmap";
import { ExponentsBar, ExponentsResult } from "./Exponents";
import { MapBar, MapResult } from "./SweepMap";
import { SectionBar, SectionResult } from "./Section";
import "./Chaos.css";

const allViews = [
  ["section", "Section"],
  ["exponents", "Exponents"],
  ["map", "Map"],
] as const;
function Views() {
  return (
    <div class="equilibria-views" role="group" aria-label="What is shown">
      {allViews.map(([key, words]) => (
        <button key={key} aria-pressed={chaosView.value === key} onClick={() => (chaosView.value = key)}>
          {words}
        </button>
      ))}
    </div>
  );
}

const purposes = {
  section:
    "Many motions of one energy and momentum, seen whenever one joint passes an angle: on curves they are regular, over areas chaotic. Fill, then click to start one of them.",
  exponents:
    "How fast motions part that begin side by side, in every direction of the leaf. Measure, and see them converge.",
  map: "One observable of many runs over two numbers of the model: chaos over the angles of the start, settling over gains. Sweep, look closer, and choose a run to load it.",
};

export function Chaos() {
  const current = model.value;
  const kind = chaosView.value;
  if (!current || current.joints.length === 0)
    return (
      <section class="pane orbits chaos" aria-label="Chaos">
        <p class="empty">A single body has one shape only: there is nothing chaotic in it.</p>
      </section>
    );
  const shown = section.value;
  const joints = current.joints.map(({ name }) => name);
  const fits =
    shown && joints.includes(shown.answer.seen) && (!shown.answer.joint || joints.includes(shown.answer.joint));
  const empty = (words: string) => (
    <p class="empty" role="status">
      {words}
    </p>
  );
  return (
    <section class="pane orbits chaos" aria-label="Chaos">
      {kind === "section" && <SectionBar current={current} views={<Views />} />}
      {kind === "exponents" && <ExponentsBar views={<Views />} />}
      {kind === "map" && <MapBar current={current} views={<Views />} />}
      {kind === "section" &&
        (fits ? (
          <SectionResult shown={shown} current={current} />
        ) : (
          empty([noSection.value, noManifolds.value].filter(Boolean).join(" ") || purposes.section)
        ))}
      {kind === "exponents" &&
        (course.value && course.value.course.t.length > 0 ? (
          <ExponentsResult current={current} />
        ) : (
          empty(noExponents.value || purposes.exponents)
        ))}
      {kind === "map" &&
        (shownMap.value ? <MapResult shown={shownMap.value} current={current} /> : empty(noMap.value || purposes.map))}
    </section>
  );
}
