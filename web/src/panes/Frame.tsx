// SPDX-License-Identifier: Apache-2.0
// The motion seen from one frame of reference.
export function FramePane({ which }: { which: "inertial" | "A" | "B" }) {
  return <section class="pane" aria-label={`Frame ${which}`} />;
}
