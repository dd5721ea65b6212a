// SPDX-License-Identifier: Apache-2.0
// Equilibria with their branches, periodic motions, and chaos: one file of the page, loaded when one of them is first shown.
export { Chaos } from "./Chaos";
export { Equilibria } from "./Equilibria";
export { Orbits } from "./Orbits";
