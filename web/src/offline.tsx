// SPDX-License-Identifier: Apache-2.0
// One run, played offline: the page around it is a file, the run is the JSON in script#run.
import "./style.css"; // first: a pane's own styles go before those of all panes
import { render } from "preact";
import { Player } from "./Player";
import { listenToKeys } from "./editing/keys";
import { startPlayback } from "./motion/playback";
import { type CarriedRun, unpacked } from "./export/carried";
import { offline } from "./model/fresh";
import { circles, cursor, equations, equilibria, model, portrait, revision, run } from "./model/store";

const carried = JSON.parse(document.getElementById("run")!.textContent!) as CarriedRun;
const read = unpacked(carried);
model.value = carried.model;
run.value = read;
offline.value = true;
equations.value = carried.equations;
equilibria.value = carried.equilibria;
portrait.value = carried.portrait;
circles.value = carried.portrait?.leaves ? { model: carried.model, leaves: carried.portrait.leaves } : null;
cursor.value = carried.model.run.t0;
revision.value++;
document.title = carried.model.name;
render(<Player />, document.getElementById("page")!);
listenToKeys();
startPlayback();
