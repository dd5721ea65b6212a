// SPDX-License-Identifier: Apache-2.0
// The model, menus, undo, sharing, theme, help.
export function TopBar() {
  return <section class="pane" aria-label="Menu" />;
}
