// SPDX-License-Identifier: Apache-2.0
// The symplectic leaf of two bodies, the amended potential of three.
export function Leaf() {
  return <section class="pane" aria-label="Leaf" />;
}
