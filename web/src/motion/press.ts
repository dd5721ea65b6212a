// SPDX-License-Identifier: Apache-2.0
// A long press of a finger, which does what Shift and a click do with a mouse.

const long = 500; // ms

/** Acts when a finger that was put down stays where it is for so long; `moved` and `lifted` are told, and give it up. */
export interface Press {
  moved: (x: number, y: number) => void;
  lifted: () => void;
}
export function longPress({ pointerType, clientX, clientY }: PointerEvent, act: () => void): Press {
  const timer = pointerType === "touch" ? setTimeout(act, long) : undefined;
  const lifted = (): void => clearTimeout(timer);
  return {
    moved: (x, y) => void (Math.hypot(x - clientX, y - clientY) > 8 && lifted()),
    lifted,
  };
}
