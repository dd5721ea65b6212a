// SPDX-License-Identifier: Apache-2.0
import { render } from "preact";
import { App } from "./App";
import { start } from "./store";
import "./style.css";

render(<App />, document.getElementById("page")!);
start();
