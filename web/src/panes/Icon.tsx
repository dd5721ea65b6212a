// SPDX-License-Identifier: Apache-2
// The signs of the bar and of the settings, drawn as lines: a font may lack them.
const paths = {
  undo: "M3 6.5h7a3.5 3.5 0 0 1 0 7H7M6 3 2.5 6.5 6 10",
  redo: "M13 6.5H6a3.5 3.5 0 0 0 0 7h3M10 3l3.5 3.5L10 10",
  share:
    "M6.5 9.5a3 3 0 0 0 4.3 0l2.3-2.3a3 3 0 1 0-4.3-4.3l-.9.9M9.5 6.5a3 3 0 0 0-4.3 0L2.9 8.8a3 3 0 1 0 4.3 4.3l.9-.9",
  light:
    "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1.1 1.1M11.9 11.9 13 13M13 3l-1.1 1.1M4.1 11.9 3 13",
  dark: "M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3z",
  reset: "M3 8a5 5 0 1 0 1.7-3.75M4.5 1.5v3h3",
  held: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5",
  free: "M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.7-1.2",
  menu: "M2 4h12M2 8h12M2 12h12",
};
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.25"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
