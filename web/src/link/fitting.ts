// SPDX-License-Identifier: Apache-2.0
// How much of a page's work goes into one message.
import type { Work } from "./protocol";

/** As much of the history as fits: texts as JSON within `limit` bytes, the nearest first. Null if not even the text does. */
export function fitting(work: Work, limit: number): Work | null {
  const bytes = new TextEncoder();
  const size = (one: string): number => bytes.encode(JSON.stringify(one)).length + 1;
  let left = limit - size(work.text);
  if (left < 0) return null;
  const fits = (one: string): boolean => {
    left -= size(one);
    return left >= 0;
  };
  const nearest = (all: string[]): string[] => {
    const farthest = all.findLastIndex((one) => !fits(one));
    return all.slice(farthest + 1);
  };
  const isBase = work.opened === "" || work.opened === work.text;
  const base = isBase || !fits(work.opened) ? "" : work.opened;
  const view = size(work.view) <= left && fits(work.view) ? work.view : "";
  return { text: work.text, opened: base, past: nearest(work.past), future: nearest(work.future), view };
}
