// SPDX-License-Identifier: Apache-2.0
// A pane that has a picture to take away says so while it is in view.
import { useEffect, useRef } from "preact/hooks";
import { type ShownPicture, shownPictures } from "../motion/pictures";

/** `svg` is that of the last drawing of the pane; without `words` there is no picture. */
export function usePictured(name: string, words: string, svg: ShownPicture["svg"]): void {
  const newest = useRef(svg);
  newest.current = svg;
  useEffect(() => {
    if (words === "") return undefined;
    const entry: ShownPicture = { words, svg: () => newest.current() };
    shownPictures.value = new Map(shownPictures.peek()).set(name, entry);
    return () => {
      shownPictures.value = new Map([...shownPictures.peek()].filter(([, shown]) => shown !== entry));
    };
  }, [name, words]);
}
