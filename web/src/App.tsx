// SPDX-License-Identifier: Apache-2.0
// The page: a bar, the frames with the transport under them, graphs, tabs and settings beside them, messages below.
import { Controls } from "./panes/Controls";
import { FramePane } from "./panes/Frame";
import { Graphs } from "./panes/Graphs";
import { Messages } from "./panes/Messages";
import { Tabs } from "./panes/Tabs";
import { TopBar } from "./panes/TopBar";
import { Transport } from "./panes/Transport";

export function App() {
  return (
    <div class="page">
      <TopBar />
      <main class="panes">
        <div class="motion">
          <FramePane which="inertial" />
          <div class="frames">
            <FramePane which="A" />
            <FramePane which="B" />
          </div>
          <Transport />
        </div>
        <div class="side">
          <Graphs />
          <Tabs />
          <Controls />
        </div>
      </main>
      <Messages />
    </div>
  );
}
