// SPDX-License-Identifier: Apache-2.0
// The relative equilibria as a gallery.
export function Equilibria() {
  return <section class="pane" aria-label="Equilibria" />;
}
