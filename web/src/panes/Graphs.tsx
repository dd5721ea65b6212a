// SPDX-License-Identifier: Apache-2.0
// Graphs over one time axis.
export function Graphs() {
  return <section class="pane" aria-label="Graphs" />;
}
