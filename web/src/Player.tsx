// SPDX-License-Identifier: Apache-2.0
// The offline page: frames, transport and graphs of the run that the file carries.
import { FramePane } from "./panes/Frame";
import { Transport } from "./panes/Transport";

export function Player() {
  return (
    <main class="player">
      <FramePane which="inertial" />
      <Transport />
    </main>
  );
}
