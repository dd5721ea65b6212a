// SPDX-License-Identifier: Apache-2.0
import "./style.css"; // first: a pane's own styles go before those of all panes
import { render } from "preact";
import { bindKeys } from "./actions";
import { App } from "./App";
import { takeIn, textOfAddress } from "./files";
import { listenToKeys } from "./keys";
import { startPlayback } from "./playback";
import { start } from "./store";
import { begin, keepWork, workBefore } from "./work";

render(<App />, document.getElementById("page")!);
bindKeys();
listenToKeys();
startPlayback();
takeIn();
keepWork();
const link = await textOfAddress();
start((offer) => void begin(offer, link), workBefore());
