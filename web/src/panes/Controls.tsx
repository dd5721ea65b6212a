// SPDX-License-Identifier: Apache-2.0
// Parameters, start, torque laws and run settings.
export function Controls() {
  return <section class="pane" aria-label="Settings" />;
}
