// SPDX-License-Identifier: Apache-2.0
// What the page has for bodies in space alone: one part, loaded with the first model that has any.
export { newPicture } from "../space/picture";
export { isInSpace } from "../space/poses";
export { stillShapes } from "../space/still";
export { SpaceFigure } from "./SpaceFigure";
export { SpaceStart } from "./SpaceStart";
