// SPDX-License-Identifier: Apache-2.0
// Parts of the page that are loaded when they are first shown.
import { signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import { useEffect } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<FunctionComponent<Props>>): FunctionComponent<Props> {
  const part = signal<FunctionComponent<Props> | null>(null);
  return (props) => {
    useEffect(() => {
      if (!part.peek()) void load().then((loaded) => (part.value = loaded));
    }, []);
    const Part = part.value;
    return Part && <Part {...props} />;
  };
}
