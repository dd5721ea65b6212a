// SPDX-License-Identifier: Apache-2.0
// One run, played offline: the page around it is a file.
import { render } from "preact";
import { Player } from "./Player";
import "./style.css";

render(<Player />, document.getElementById("page")!);
