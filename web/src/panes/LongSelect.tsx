// SPDX-License-Identifier: Apache-2.0
// A select whose list may have thousands of entries. A browser measures every entry whenever it lays out the page, so a long
// list is there only while the select is pointed at or has the focus; otherwise it holds the chosen entry alone.
import { useSignal } from "@preact/signals";

const short = 60;

export function LongSelect(props: {
  label?: string;
  value: string;
  options: { value: string; label: string }[];
  onChoose: (value: string) => void;
}) {
  const wanted = useSignal(false);
  const { options, value } = props;
  const shown = wanted.value || options.length <= short ? options : options.filter((option) => option.value === value);
  const want = (): boolean => (wanted.value = true);
  return (
    <select
      aria-label={props.label}
      value={value}
      onPointerEnter={want}
      onFocus={want}
      onBlur={() => (wanted.value = false)}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    >
      {shown.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
