// SPDX-License-Identifier: Apache-2.0
// Which body is in the reader's hand, for those who draw it; dragging.ts moves it.
import { signal } from "@preact/signals";
import type { Moment, Pull, Turn } from "../link/protocol";

export interface Hand {
  where: string; // the frame in which it was taken
  body: number;
  joint: number; // that turns
  angles: number[]; // of all joints, as the hand has them; with loops as the server last closed them
  aim?: { pull: Pull; from: number[] | null } | { angle: number }; // with loops: what the server is asked for
  rotation?: Turn; // of a ball joint; its angle is that by which it is turned
  root: number; // absolute angle of the first body
  moment?: Moment; // that it changes, if not the start
}
export const hand = signal<Hand | null>(null);

/** A drag of a body pulls it; and the spring from a place of the body to the pointer, in metres of the inertial frame. */
export const pulling = signal(false);
export const spring = signal<{ body: number; place: readonly [number, number]; to: readonly [number, number] } | null>(
  null,
);

/** Building by hand is on; and the line that a drag of it draws, in pixels of its frame. */
export const building = signal(false);
export const sketched = signal<{ where: string; from: [number, number]; to: [number, number] } | null>(null);
