// SPDX-License-Identifier: Apache-2.0
// A text of the model to edit: Enter or leaving the field takes it, Escape gives it up, what is wrong stands below.
import { useState } from "preact/hooks";
import type { Problem } from "../link/protocol";
import { useChanged } from "./changed";
import { Trouble } from "./Trouble";
import { TypedInput } from "./TypedInput";

interface TextFieldProps {
  class: string;
  id: string; // unique on the page
  words: string;
  text: string; // as in the model
  unit?: string;
  take: (typed: string) => Promise<Problem[]>;
}
export function TextField(props: TextFieldProps) {
  const { id, text, unit } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [found, setFound] = useState<Problem[]>([]);
  useChanged(text, () => setTyped(null));
  const revert = (): void => {
    setTyped(null);
    setFound([]);
  };
  const take = async (): Promise<void> => {
    if (typed === null) return;
    if (typed.trim() === text) return revert();
    const trouble = await props.take(typed.trim());
    setFound(trouble);
    if (trouble.length === 0) setTyped(null);
  };
  const field = (
    <TypedInput
      id={id}
      trouble={found.length > 0 ? `${id}-trouble` : undefined}
      value={typed ?? text}
      type={setTyped}
      take={take}
      revert={revert}
    />
  );
  return (
    <div class={props.class}>
      <label for={id}>{props.words}</label>
      {unit === undefined ? (
        field
      ) : (
        <span class="exact">
          {field}
          <span class="unit">{unit}</span>
        </span>
      )}
      <Trouble id={`${id}-trouble`} found={found} typed={typed ?? text} />
    </div>
  );
}
