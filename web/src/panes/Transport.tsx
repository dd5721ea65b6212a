// SPDX-License-Identifier: Apache-2.0
// Play, step, scrub, speed.
export function Transport() {
  return <section class="pane" aria-label="Transport" />;
}
