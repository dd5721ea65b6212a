// SPDX-License-Identifier: Apache-2.0
// Where in a model text a place is: in which table, at a key or at the value of one, also inside { … }.

export interface TextPlace {
  table: string; // as in the table of keys: "body", "law", "parameter", …; "" before any header and at one
  part: "header" | "key" | "value" | "name"; // name: one of joints or bodies, inside { … } of [start]
  key: string; // whose value it is, or the key that { … } belongs to
  quoted: boolean; // inside a string
  from: number; // where the word under way begins
}

const header = /^[ \t]*\[\[?[ \t]*([A-Za-z_][\w.-]*)/;

/** The table that the last header before `offset` begins. */
function tableBefore(lines: string[]): string {
  for (let i = lines.length - 1; i >= 0; --i) {
    const found = header.exec(lines[i]!);
    if (found && !lines[i]!.slice(0, found.index + found[0].length).includes("=")) return found[1]!;
  }
  return "";
}

/** The text from the beginning of the statement that `offset` is in: values may go over several lines. */
function statement(lines: string[]): string {
  for (let i = lines.length - 1; i >= 0 && i > lines.length - 60; --i) {
    if (header.test(lines[i]!) && i < lines.length - 1) return lines[lines.length - 1]!;
    if (/^\s*[A-Za-z0-9_.-]+\s*=/.test(lines[i]!)) {
      const all = lines.slice(i).join("\n");
      const open = [..."[{"].some((bracket) => all.includes(bracket)) && depth(all) > 0;
      return open || i === lines.length - 1 ? all : lines[lines.length - 1]!;
    }
  }
  return lines[lines.length - 1]!;
}
/** How many brackets are open at the end, and whether a string or a comment is under way. */
function scan(text: string): { open: string[]; string: boolean; comment: boolean } {
  const open: string[] = [];
  let [string, comment] = [false, false];
  for (const c of text) {
    if (c === "\n") [string, comment] = [false, false];
    else if (comment) continue;
    else if (c === '"') string = !string;
    else if (string) continue;
    else if (c === "#") comment = true;
    else if (c === "[" || c === "{") open.push(c);
    else if (c === "]" || c === "}") open.pop();
  }
  return { open, string, comment };
}
const depth = (text: string): number => scan(text).open.length;

const named = new Set(["angles", "rates", "direction", "offset", "guess", "momenta", "absolute", "spin"]);

/** null: inside a comment. */
export function placeIn(text: string, offset: number): TextPlace | null {
  const lines = text.slice(0, offset).split("\n");
  const line = lines.at(-1)!;
  const from = offset - /[A-Za-z0-9_]*$/.exec(line)![0].length;
  const inLine = scan(line);
  if (inLine.comment) return null;
  if (/^\s*\[\[?[^\]=]*$/.test(line) && depth(lines.slice(0, -1).slice(-1).join("")) === 0)
    return { table: "", part: "header", key: "", quoted: false, from };
  const path = tableBefore(lines.slice(0, -1)).split(".");
  const table = path.at(-1) === "torque" ? "law" : path[0] === "parameters" && path[1] ? "parameter" : path[0]!;
  const whole = statement(lines);
  const equals = whole.indexOf("=");
  if (equals < 0) return { table, part: "key", key: "", quoted: inLine.string, from };
  const key = whole.slice(0, equals).trim();
  const { open, string: quoted } = scan(whole);
  if (open.at(-1) !== "{") return { table, part: "value", key, quoted, from };
  const inside = whole.slice(whole.lastIndexOf("{") + 1);
  const entry = inside.slice(inside.lastIndexOf(",") + 1);
  const sign = entry.indexOf("=");
  const owner = key.endsWith("torque") ? "law" : table === "parameters" ? "parameter" : table;
  if (named.has(key))
    return sign < 0 ? { table, part: "name", key, quoted, from } : { table, part: "value", key, quoted, from };
  return sign < 0
    ? { table: owner, part: "key", key, quoted, from }
    : { table: owner, part: "value", key: entry.slice(0, sign).trim(), quoted, from };
}
