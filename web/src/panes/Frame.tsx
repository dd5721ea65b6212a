// SPDX-License-Identifier: Apache-2.0
// The motion seen from one frame of reference.
import { effect, untracked } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { frameChoices } from "../motion/frames";
import { key, keyUp, listen } from "../editing/pointer";
import { hand } from "../motion/hand";
import { labelPlace, shownBody } from "../motion/label";
import { MaximiseButton } from "../layout";
import { canvasPen } from "../motion/pen";
import { painter } from "../motion/playback";
import { unzoomed } from "../motion/scale";
import { resolved } from "../motion/scene";
import {
  type Stage,
  described,
  drawStage,
  newStage,
  placesOf,
  remeasured,
  settle,
  svgOf,
  watch,
} from "../motion/stage";
import { ended, frameA, frameB, model } from "../model/store";
import { type Which, greeted, shownFrames } from "../motion/view";
import { PaneHelp } from "./PaneHelp";
import "./Frame.css";
import { LongSelect } from "./LongSelect";

/** The words about the body in the hand go where it is drawn. */
function placeWords(stage: Stage, words: HTMLElement): void {
  const held = hand.peek();
  if (held?.where !== stage.which || !words.offsetWidth) return;
  const size = { width: words.offsetWidth, height: words.offsetHeight };
  const [left, top] = labelPlace(size, stage, shownBody(stage, held.body));
  words.style.left = `${left}px`;
  words.style.top = `${top}px`;
}

/** Puts a stage onto its canvas: size, drawing, words; returns the way to stop. */
function mount(
  stage: Stage,
  host: HTMLElement,
  canvas: HTMLCanvasElement,
  words: HTMLElement,
  editable: boolean,
): () => void {
  const context = canvas.getContext("2d")!;
  let saidAt = 0;
  const say = (): void => {
    saidAt = performance.now();
    canvas.setAttribute("aria-label", described(stage));
  };
  const paint = painter(() => {
    const ratio = devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, stage.width, stage.height);
    if (!untracked(() => settle(stage))) return;
    untracked(() => drawStage(canvasPen(context), stage));
    placeWords(stage, words);
    if (performance.now() - saidAt > 1000) say();
  });
  const sized = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    stage.width = width;
    stage.height = height;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    paint.soon();
  });
  sized.observe(host);
  const seen = effect(() => {
    watch(stage);
    paint.soon();
  });
  const measured = effect(() => {
    ended.value;
    if (untracked(() => remeasured(stage))) paint.soon();
  });
  const retell = setInterval(() => canvas.getAttribute("aria-label") !== described(stage) && say(), 1000);
  const deaf = listen(host, stage, editable);
  shownFrames.set(stage.which, { canvas, places: () => placesOf(stage, canvas), svg: () => svgOf(stage) });
  return () => {
    sized.disconnect();
    seen();
    measured();
    clearInterval(retell);
    paint.stop();
    deaf();
    shownFrames.delete(stage.which);
  };
}

function Title({ which }: { which: Which }) {
  if (which === "inertial" || !model.value)
    return <h2>{which === "inertial" ? "Inertial frame" : `Frame ${which}`}</h2>;
  const choice = which === "A" ? frameA : frameB;
  return (
    <label class="frame-choice">
      <span>Seen from</span>
      <LongSelect
        label={`Frame ${which}: seen from`}
        value={resolved(model.value, choice.value)}
        options={frameChoices(model.value)}
        onChoose={(frame) => (choice.value = frame)}
      />
    </label>
  );
}

/** Beside the body in the hand: what the start will be, or why it cannot be so. */
function HandWords({ which, place }: { which: Which; place: RefObject<HTMLParagraphElement | null> }) {
  const current = model.value;
  const held = hand.value;
  const joint = held?.where === which ? current?.joints[held.joint] : undefined;
  const angle = joint && ((held!.angles[held!.joint]! * 180) / Math.PI).toFixed(1).replace("-", "−");
  return (
    <p ref={place} class={current?.start.snapped ? "frame-hint snapped" : "frame-hint"}>
      {joint && (current!.start.snapped || `${joint.label || joint.name} starts at ${angle}°`)}
    </p>
  );
}

/** Which body is picked and what the keys do, for those who do not see it. */
function Picked({ stage }: { stage: Stage }) {
  const body = stage.selected.value < 0 ? undefined : model.value?.bodies[stage.selected.value];
  return (
    <p class="unseen" aria-live="polite">
      {body ? `${body.label || body.name} picked. Arrow keys turn its joint; Escape lets go.` : ""}
    </p>
  );
}

function Invitation() {
  const current = model.value;
  if (greeted.value || !current) return null;
  return <p class="invitation">{current.name}, free in the plane. Drag a body to change the start.</p>;
}

export function FramePane({ which, editable = true }: { which: Which; editable?: boolean }) {
  const stage = useMemo(() => newStage(which), [which]);
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => mount(stage, host.current!, canvas.current!, words.current!, editable), [stage, editable]);
  const name = which === "inertial" ? "Inertial frame" : `Frame ${which}`;
  const keyed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !key(event, stage, editable)) return;
    event.preventDefault();
    event.stopPropagation();
    greeted.value = true;
  };
  return (
    <section class="pane frame" aria-label={name}>
      <header class="pane-title">
        <Title which={which} />
        {stage.zoom.value !== unzoomed && (
          <button class="quiet-button" onClick={() => (stage.zoom.value = unzoomed)}>
            Fit
          </button>
        )}
        {editable && <PaneHelp pane={which === "inertial" ? "inertial" : "frames"} />}
        <MaximiseButton pane={which} words={name} />
      </header>
      <div
        ref={host}
        id={`frame-${which}`}
        class="stage"
        role="application"
        aria-roledescription="moving figure"
        aria-label={
          editable
            ? `${name}: Tab picks a body, arrow keys turn its joint, plus, minus and 0 magnify`
            : `${name}: plus, minus and 0 magnify`
        }
        tabIndex={0}
        onKeyDown={keyed}
        onKeyUp={keyUp}
        onBlur={() => (stage.selected.value = -1)}
        onPointerDown={() => (greeted.value = true)}
      >
        <canvas ref={canvas} role="img" aria-label={name} />
        <HandWords which={which} place={words} />
      </div>
      <Picked stage={stage} />
      {which === "inertial" && editable && <Invitation />}
    </section>
  );
}
