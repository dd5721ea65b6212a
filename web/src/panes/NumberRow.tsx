// SPDX-License-Identifier: Apache-2.0
// One number of the model: name, slider, exact field, unit, and back to the value as opened.
import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { abandon, enter, follows, placed, settle } from "../editing/edits";
import { holding, positionOf, scaleOf, short, sliderSteps, textAt, unitWords } from "../model/numbers";
import type { Edit, Problem } from "../link/protocol";
import { useChanged } from "./changed";
import { Icon } from "./Icon";
import { Trouble } from "./Trouble";
import { TypedInput } from "./TypedInput";

const degree = Math.PI / 180;

export interface NumberRowProps {
  id: string; // unique on the page
  name: string; // for those who do not see the label
  label: ComponentChildren;
  unit: string;
  value: number;
  text: string; // as in the file
  range: [number, number];
  edits: (text: string) => Edit[];
  original?: string | undefined; // as opened
  expression?: boolean; // of other numbers: it has no slider of its own
  read?: (typed: string) => Promise<string | Problem[]>; // makes what was typed what the edit carries
}

/** The range of the slider: it grows to hold what was typed and never shrinks while the row is there. */
function useRange([min, max]: [number, number], value: number): [number, number] {
  const kept = useRef<[number, number]>([min, max]);
  kept.current = holding(Math.min(min, kept.current[0]), Math.max(max, kept.current[1]), value);
  return kept.current;
}

export function NumberRow(props: NumberRowProps) {
  const { id, name, unit, value, text, edits } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<Problem[]>([]);
  const moved = useRef<string | null>(null); // the slider's text that is not committed yet
  const pressed = useRef(false);
  useChanged(text, () => setFound([]));

  const inDegrees = /\bdeg\s*$/.test(text);
  const factor = inDegrees ? degree : 1;
  const [min, max] = useRange(props.range, value);
  const scale = scaleOf(min / factor, max / factor);
  const position = positionOf(value / factor, scale);

  const slide = (position: number): void => {
    moved.current = textAt(position, scale) + (inDegrees ? " deg" : "");
    setTyped(moved.current);
    follows(edits(moved.current), setFound);
  };
  const release = async (): Promise<void> => {
    pressed.current = false;
    if (moved.current === null) return;
    const last = moved.current;
    moved.current = null;
    setFound(await settle(edits(last)));
    setTyped(null);
  };
  const press = (): void => {
    pressed.current = true;
    window.addEventListener("pointerup", () => void release(), { once: true });
  };
  const revert = (): void => {
    if (moved.current !== null) abandon();
    moved.current = null;
    setTyped(null);
    setFound([]);
  };
  const take = async (): Promise<void> => {
    if (typed === null || moved.current !== null) return;
    if (typed.trim() === text) return revert();
    const read = props.read ? await props.read(typed.trim()) : typed.trim();
    const trouble = typeof read === "string" ? await placed(await enter(edits(read)), read) : read;
    setFound(trouble);
    if (trouble.length === 0) setTyped(null);
  };
  const shown = typed ?? text;
  return (
    <div class="number" data-path={id}>
      <label for={`${id}-field`}>{props.label}</label>
      {props.expression ? (
        <span class="worth">= {short(value)}</span>
      ) : (
        <input
          type="range"
          aria-label={`${name}, slider`}
          aria-valuetext={`${shown} ${unit}`}
          style={{ "--part": `${(100 * position) / sliderSteps}%` }}
          min={0}
          max={sliderSteps}
          value={position}
          onPointerDown={press}
          onKeyDown={(event) => (event.key === "Escape" ? revert() : (pressed.current = true))}
          onInput={(event) => slide(Number(event.currentTarget.value))}
          onChange={() => !pressed.current && void release()}
          onKeyUp={() => void release()}
          onBlur={() => void release()}
        />
      )}
      <span class="exact">
        <TypedInput
          id={`${id}-field`}
          name={name}
          trouble={found.length > 0 ? `${id}-trouble` : undefined}
          value={shown}
          type={setTyped}
          take={take}
          revert={revert}
        />
        <span class="unit">{unitWords(unit)}</span>
      </span>
      <button
        class="plain reset"
        title={`Back to ${props.original ?? text}`}
        aria-label={`Reset ${name}`}
        disabled={props.original === undefined || props.original === text}
        onClick={() => void enter(edits(props.original!)).then(setFound)}
      >
        <Icon name="reset" />
      </button>
      <Trouble id={`${id}-trouble`} found={found} typed={shown} />
    </div>
  );
}
