// SPDX-License-Identifier: Apache-2.0
import "./style.css"; // first: a pane's own styles go before those of all panes
import { render } from "preact";
import { bindKeys } from "./editing/actions";
import { App } from "./App";
import { takeIn, textOfAddress } from "./export/files";
import { listenToKeys } from "./editing/keys";
import { startPlayback } from "./motion/playback";
import { start } from "./model/store";
import { begin, keepWork, workBefore } from "./export/work";

render(<App />, document.getElementById("page")!);
bindKeys();
listenToKeys();
startPlayback();
takeIn();
keepWork();
const link = await textOfAddress();
start((offer) => void begin(offer, link), workBefore());
