// SPDX-License-Identifier: Apache-2.0
// The derived equations, typeset, with the present value of each term.
export function Equations() {
  return <section class="pane" aria-label="Equations" />;
}
