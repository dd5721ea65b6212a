// SPDX-License-Identifier: Apache-2.0
// The small question mark in a pane's title.
import { paneHelp } from "./helptext";
import { overlay } from "../overlay";

export function PaneHelp({ pane }: { pane: string }) {
  const title = paneHelp.find((entry) => entry.id === pane)?.title ?? pane;
  return (
    <button
      class="plain pane-help"
      aria-label={`Help: ${title}`}
      title="What is this?"
      onClick={() => (overlay.value = { kind: "help", part: "panes", pane })}
    >
      ?
    </button>
  );
}
