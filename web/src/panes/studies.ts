// SPDX-License-Identifier: Apache-2.0
// Equilibria with their branches, and periodic motions: one file of the page, loaded when one of them is first shown.
export { Equilibria } from "./Equilibria";
export { Orbits } from "./Orbits";
