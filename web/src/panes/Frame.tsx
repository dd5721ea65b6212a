// SPDX-License-Identifier: Apache-2.0
// The motion seen from one frame of reference.
import { effect, untracked } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { frameChoices } from "../motion/frames";
import { key, keyUp, listen } from "../editing/pointer";
import { hand } from "../motion/hand";
import { labelPlace, shownBody } from "../motion/label";
import { MaximiseButton } from "../layout";
import { canvasPen } from "../motion/pen";
import type { Picture } from "../motion/picture";
import { painter } from "../motion/playback";
import { unzoomed } from "../motion/scale";
import { resolved } from "../motion/scene";
import {
  type FrameState,
  type Stage,
  described,
  drawStage,
  drawWaiting,
  film,
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
import { BuildButton, Builder, PullButton } from "./Builder";
import { Legend } from "./Legend";
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

/** The picture of a frame in the plane. */
function flatPicture(stage: Stage, words: RefObject<HTMLElement | null>, editable: boolean): Picture {
  return {
    state: stage,
    watch: () => watch(stage),
    draw(context) {
      if (!settle(stage)) {
        if (!stage.run) drawWaiting(canvasPen(context), stage);
        return false;
      }
      drawStage(canvasPen(context), stage);
      placeWords(stage, words.current!);
      return true;
    },
    remeasured: () => remeasured(stage),
    described: () => described(stage),
    places: (canvas) => placesOf(stage, canvas),
    svg: () => svgOf(stage),
    listen: (host) => listen(host, stage, editable),
    key: (event) => key(event, stage, editable),
    film: film(stage),
    stop: () => {},
  };
}

/** Puts a picture onto its canvas: size, drawing, words; returns the way to stop. */
function mount(picture: Picture, host: HTMLElement, canvas: HTMLCanvasElement): () => void {
  const { state } = picture;
  const context = canvas.getContext("2d")!;
  let saidAt = 0;
  const say = (): void => {
    saidAt = performance.now();
    canvas.setAttribute("aria-label", picture.described());
  };
  const paint = painter(() => {
    const ratio = devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, state.width, state.height);
    if (untracked(() => picture.draw(context)) && performance.now() - saidAt > 1000) say();
  });
  const sized = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect;
    state.width = width;
    state.height = height;
    canvas.width = Math.round(width * devicePixelRatio);
    canvas.height = Math.round(height * devicePixelRatio);
    paint.soon();
  });
  sized.observe(host);
  const seen = effect(() => {
    picture.watch();
    paint.soon();
  });
  const measured = effect(() => {
    ended.value;
    if (untracked(picture.remeasured)) paint.soon();
  });
  const retell = setInterval(() => canvas.getAttribute("aria-label") !== picture.described() && say(), 1000);
  const deaf = picture.listen(host);
  const { svg, film } = picture;
  shownFrames.set(state.which, {
    canvas,
    places: () => picture.places(canvas),
    svg,
    film,
    choice: () => state.choice,
  });
  return () => {
    sized.disconnect();
    seen();
    measured();
    clearInterval(retell);
    paint.stop();
    deaf();
    picture.stop();
    shownFrames.delete(state.which);
  };
}

/** The picture that the model needs; what draws bodies in space is loaded with the first of them. */
function usePicture(which: Which, editable: boolean, words: RefObject<HTMLParagraphElement | null>): Picture | null {
  const inSpace = model.value?.space !== undefined;
  const flat = useMemo(() => flatPicture(newStage(which), words, editable), [which, editable]);
  const [deep, load] = useState<Picture | null>(null);
  useEffect(() => {
    if (inSpace && !deep)
      void import("./space").then(({ newPicture }) => load(newPicture(which, () => words.current, editable)));
  }, [inSpace]);
  return inSpace ? deep : flat;
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
function Picked({ state }: { state: FrameState }) {
  const body = state.selected.value < 0 ? undefined : model.value?.bodies[state.selected.value];
  return (
    <p class="unseen" aria-live="polite">
      {body ? `${body.label || body.name} picked. Arrow keys turn its joint; Escape lets go.` : ""}
    </p>
  );
}

function Invitation() {
  const current = model.value;
  if (greeted.value || !current) return null;
  const look = current.joints.length > 0 ? "Drag the ground or a body" : "Drag to look around";
  const words = current.space ? `space. ${look}` : "the plane. Drag a body to change the start";
  return (
    <p class="invitation">
      {current.name}, free in {words}.
    </p>
  );
}

const keysOf = (editable: boolean): string => {
  const looks = model.value?.space ? "arrow keys look around, " : "";
  return editable ? `Tab picks a body, arrow keys turn its joint, ${looks}` : looks;
};

export function FramePane({ which, editable = true }: { which: Which; editable?: boolean }) {
  const host = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const picture = usePicture(which, editable, words);
  const state = picture?.state;
  useEffect(() => (picture ? mount(picture, host.current!, canvas.current!) : undefined), [picture]);
  const name = which === "inertial" ? "Inertial frame" : `Frame ${which}`;
  const keyed = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !picture?.key(event)) return;
    event.preventDefault();
    event.stopPropagation();
    greeted.value = true;
  };
  /** What is picked stays so while it is named. */
  const left = ({ relatedTarget }: FocusEvent): void => {
    if (state && !(relatedTarget instanceof Element && relatedTarget.closest(".builder"))) state.selected.value = -1;
  };
  return (
    <section class="pane frame" aria-label={name}>
      <header class="pane-title">
        <Title which={which} />
        {state && state.zoom.value !== unzoomed && (
          <button class="quiet-button" onClick={() => (state.zoom.value = unzoomed)}>
            Fit
          </button>
        )}
        {which === "inertial" && editable && <PullButton />}
        {which === "inertial" && editable && <BuildButton />}
        {editable && <PaneHelp pane={which === "inertial" ? "inertial" : "frames"} />}
        <MaximiseButton pane={which} words={name} />
      </header>
      <div
        ref={host}
        id={`frame-${which}`}
        class="stage"
        role="application"
        aria-roledescription="moving figure"
        aria-label={`${name}: ${keysOf(editable)}plus, minus and 0 magnify`}
        tabIndex={0}
        onKeyDown={keyed}
        onKeyUp={keyUp}
        onBlur={left}
        onPointerDown={() => (greeted.value = true)}
      >
        <canvas ref={canvas} role="img" aria-label={name} />
        <HandWords which={which} place={words} />
      </div>
      {state && <Picked state={state} />}
      {which === "inertial" && editable && <Invitation />}
      {which === "inertial" && editable && <Legend />}
      {which === "inertial" && editable && state && <Builder state={state} />}
    </section>
  );
}
