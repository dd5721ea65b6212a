// SPDX-License-Identifier: Apache-2.0
// The pictures beside the frames that are in view now, for whoever takes them away.
import { signal } from "@preact/signals";

export interface ShownPicture {
  words: string; // what it is of
  svg: () => string | Promise<string>;
}
/** By a short name, which is that of the file. A pane says so after it was painted: a list of them must follow. */
export const shownPictures = signal<ReadonlyMap<string, ShownPicture>>(new Map());
