// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { App } from "./App";
import { listenToKeys } from "./keys";
import { startPlayback } from "./playback";
import { start } from "./store";
import "./style.css";

render(<App />, document.getElementById("page")!);
listenToKeys();
startPlayback();
start();
