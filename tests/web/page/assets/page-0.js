// SPDX-License-Identifier: Apache-2.0
// A page for tests of the server: it says hello and shows what came back.
const socket = new WebSocket(`ws://${location.host}/ws`);
const state = document.getElementById("state");
socket.onopen = () => socket.send(JSON.stringify({ type: "hello", id: 1, protocol: 1 }));
socket.onmessage = (event) => { state.textContent = JSON.parse(event.data).type; };
socket.onclose = (event) => { state.textContent = event.reason || "closed"; };
