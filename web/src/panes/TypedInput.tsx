// SPDX-License-Identifier: Apache-2.0
// An input that is taken with Enter or on leaving it, and given up with Escape; what is wrong is told by the element `trouble`.

interface Props {
  id: string;
  name?: string; // where no label names it
  trouble: string | undefined; // id; undefined: nothing is wrong
  value: string;
  type: (typed: string) => void;
  take: () => Promise<void>;
  revert: () => void;
}

export const TypedInput = ({ id, name, trouble, value, type, take, revert }: Props) => (
  <input
    id={id}
    type="text"
    aria-label={name}
    aria-invalid={trouble !== undefined}
    aria-describedby={trouble}
    autocomplete="off"
    spellcheck={false}
    value={value}
    onInput={(event) => type(event.currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === "Enter") void take();
      if (event.key === "Escape") revert();
    }}
    onBlur={() => void take()}
  />
);
