// SPDX-License-Identifier: Apache-2.0
// The offline page: frames, transport and graphs of the run that the file carries.
import { Cell, Splitter, borders, shape, shares } from "./layout";
import { FramePane } from "./panes/Frame";
import { Graphs } from "./panes/Graphs";
import { Transport } from "./panes/Transport";
import { model } from "./model/store";
import "./Player.css";

function Frames() {
  return (
    <div class="frames">
      <Cell name="A">
        <FramePane which="A" editable={false} />
      </Cell>
      <Cell name="B">
        <FramePane which="B" editable={false} />
      </Cell>
    </div>
  );
}

export function Player() {
  const upright = shape.value === "upright";
  const columns = upright ? {} : { gridTemplateColumns: shares(borders.value.columns) };
  return (
    <div class="page player">
      <header>
        <h1>{model.value!.name}</h1>
        <p>{model.value!.description}</p>
      </header>
      <main class="panes" style={columns}>
        <Cell name="inertial">
          <FramePane which="inertial" editable={false} />
        </Cell>
        {!upright && <Splitter border="columns" upright words="Width of the inertial frame" />}
        <div class="player-side">
          <Frames />
          <Cell name="graphs">
            <Graphs editable={false} />
          </Cell>
        </div>
      </main>
      <Transport editable={false} />
    </div>
  );
}
