// SPDX-License-Identifier: Apache-2.0
// A text that is taken with Enter or on leaving the field, and given up with Escape. What is typed stays until then,
// whatever else of the page is rendered meanwhile.
import { useState } from "preact/hooks";

interface Props {
  name?: string; // where no label names it
  class?: string;
  value: string;
  size?: number;
  most?: number; // characters
  placeholder?: string;
  take: (typed: string) => void;
}

export function PlainInput({ name, value, most, take, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <input
      {...rest}
      type="text"
      aria-label={name}
      maxLength={most}
      spellcheck={false}
      value={typed ?? value}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Escape" && setTyped(null)}
      onChange={(event) => {
        take(event.currentTarget.value.trim());
        setTyped(null);
      }}
    />
  );
}
