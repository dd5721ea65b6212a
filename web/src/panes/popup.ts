// SPDX-License-Identifier: Apache-2.0
// Where a popup goes: over the page, in no pane's box, and never longer than the room it has; what is longer scrolls.

const gap = 4;
const edge = 8; // to the window's

/** Puts a popup (position: fixed) below the button that opens it, or above where that has more room, within the window. */
export function beside(button: HTMLElement, popup: HTMLElement): void {
  const rect = button.getBoundingClientRect();
  const below = innerHeight - rect.bottom - gap - edge;
  const above = rect.top - gap - edge;
  const goesBelow = below >= Math.min(above, 240);
  const { style } = popup;
  style.maxHeight = `${goesBelow ? below : above}px`;
  style.top = goesBelow ? `${rect.bottom + gap}px` : "auto";
  style.bottom = goesBelow ? "auto" : `${innerHeight - rect.top + gap}px`;
  style.left = `${Math.max(edge, Math.min(rect.right, innerWidth - edge) - popup.offsetWidth)}px`;
}
