// SPDX-License-Identifier: Apache-2.0
// The model text with its problems underlined.
export function Source() {
  return <section class="pane" aria-label="Model" />;
}
