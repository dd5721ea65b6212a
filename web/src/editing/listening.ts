// SPDX-License-Identifier: Apache-2.0
// What a frame hears of the pointer.

/** Listens to all of these; the answer ends it. */
export function listenTo(host: HTMLElement, heard: Record<string, unknown>): () => void {
  const all = Object.entries(heard) as [string, EventListener][];
  for (const [type, listener] of all) host.addEventListener(type, listener, { passive: false });
  return () => {
    for (const [type, listener] of all) host.removeEventListener(type, listener);
  };
}

/** By how much a turn of the wheel magnifies. */
export function byWheel(event: WheelEvent): number {
  const lines = event.deltaMode === 1 ? 16 * event.deltaY : event.deltaY;
  return Math.exp(-0.002 * lines);
}
