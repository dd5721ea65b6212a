// SPDX-License-Identifier: Apache-2.0
// From one text to another in few small changes, so that a caret beside them stays where it is.

export interface TextChange {
  from: number; // in the old text
  to: number;
  insert: string;
}

/** The part in which two texts differ, or none. A character of two units is not cut. */
function difference(before: string, after: string, offset: number): TextChange[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) ++start;
  if (start > 0 && isHigh(before, start - 1)) --start;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) ++end;
  if (end > 0 && isLow(before, before.length - end)) --end;
  return [{ from: offset + start, to: offset + before.length - end, insert: after.slice(start, after.length - end) }];
}
const isHigh = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xd800;
const isLow = (text: string, index: number): boolean => (text.charCodeAt(index) & 0xfc00) === 0xdc00;

/** Changes that lead from `before` to `after`: line by line where the lines correspond, one piece else. */
export function textChanges(before: string, after: string): TextChange[] {
  const old = before.split("\n");
  const fresh = after.split("\n");
  if (old.length !== fresh.length) return difference(before, after, 0);
  let offset = 0;
  return old.flatMap((line, i) => {
    const lineStart = offset;
    offset += line.length + 1;
    return difference(line, fresh[i]!, lineStart);
  });
}
