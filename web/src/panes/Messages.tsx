// SPDX-License-Identifier: Apache-2.0
// What happened, and how well the run keeps energy and momentum.
export function Messages() {
  return <section class="pane" aria-label="Messages" />;
}
