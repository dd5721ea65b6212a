// SPDX-License-Identifier: Apache-2.0
// Bodies and joints put into a model text, taken out of it, and named anew. The text is what changes: all else of it, comments
// too, stays as it is; whether the result is a model the server says.

type Place = readonly [x: number, y: number];
/** A number for a file: as many digits as a hand can mean. */
const written = (value: number): string => String(Number(value.toFixed(3)) + 0);
const pair = ([x, y]: Place): string => `[${written(x)}, ${written(y)}]`;

/** "body3": the first of these names that is not taken. */
export function freeName(stem: string, taken: readonly string[]): string {
  let count = taken.length + 1;
  while (taken.includes(`${stem}${count}`)) ++count;
  return `${stem}${count}`;
}

const appended = (text: string, block: string): string => `${text.trimEnd()}\n\n${block}\n`;
const jointBlock = (name: string, first: string, second: string, inFirst: Place, inSecond: Place): string =>
  `[[joint]]\nname    = "${name}"\nbetween = ["${first}", "${second}"]\nat      = [${pair(inFirst)}, ${pair(inSecond)}]`;

export const withJoint = (
  text: string,
  name: string,
  first: string,
  second: string,
  inFirst: Place,
  inSecond: Place,
): string => appended(text, jointBlock(name, first, second, inFirst, inSecond));

/** A rod of this mass on a joint: its mass centre is in the middle, the joint at one end. */
export function withRod(
  text: string,
  body: { name: string; mass: number },
  joint: { name: string; parent: string; inParent: Place; inBody: Place },
): string {
  const half = Math.hypot(...joint.inBody);
  const inertia = (body.mass * half * half) / 3;
  const block = `[[body]]\nname    = "${body.name}"\nmass    = ${written(body.mass)}\ninertia = ${Number(inertia.toPrecision(4))}`;
  return withJoint(appended(text, block), joint.name, joint.parent, body.name, joint.inParent, joint.inBody);
}

/** A force from outside at a place in the body's frame, as formulas. */
export const withForce = (
  text: string,
  force: { name: string; on: string; place: Place; value: readonly [string, string] },
): string =>
  appended(
    text,
    `[[force]]\nname  = "${force.name}"\non    = "${force.on}"\nat    = ${pair(force.place)}\nvalue = ["${force.value.join('", "')}"]`,
  );

export const withoutForce = (text: string, force: string): string =>
  tables(text)
    .filter((piece) => !(isTable(piece, "force") && quoted(piece, "name")[0] === force))
    .join("")
    .trimEnd()
    .concat("\n");

/** The text in pieces: what is before the first table, then each table from its header on. */
const tables = (text: string): string[] =>
  text.split(/^(?=[ \t]*\[{1,2}[ \t]*[A-Za-z_][\w.-]*[ \t]*\]{1,2}[ \t]*(?:#.*)?$)/m);
const isTable = (piece: string, kind: string): boolean => new RegExp(`^\\s*\\[+\\s*${kind}\\b`).test(piece);
const quoted = (piece: string, key: string): string[] => {
  const value = new RegExp(`^\\s*${key}\\s*=\\s*(\\[[^\\]]*\\]|"[^"]*")`, "m").exec(piece)?.[1] ?? "";
  return [...value.matchAll(/"([^"]*)"/g)].map(([, name]) => name!);
};
const literally = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Without these bodies, their joints, their points, the forces on them, without these joints, and without what the start
 *  says of them. */
export function without(text: string, { bodies, joints = [] }: { bodies: string[]; joints?: string[] }): string {
  const pieces = tables(text);
  const names = (piece: string, key: string, among: string[]): boolean =>
    quoted(piece, key).some((name) => among.includes(name));
  const loose = pieces.filter(
    (piece) => isTable(piece, "joint") && (names(piece, "between", bodies) || names(piece, "name", joints)),
  );
  const gone = [...bodies, ...loose.flatMap((piece) => quoted(piece, "name"))];
  const left = pieces.filter(
    (piece) =>
      !loose.includes(piece) &&
      !(isTable(piece, "body") && names(piece, "name", bodies)) &&
      !((isTable(piece, "point") || isTable(piece, "force")) && names(piece, "on", bodies)),
  );
  const entry = (name: string): RegExp =>
    new RegExp(`(?<=[{,]\\s*)"?${literally(name)}"?\\s*=\\s*("[^"]*"|[^,}]*),?\\s*`, "g");
  return left
    .map((piece) =>
      isTable(piece, "start")
        ? gone.reduce((sum, name) => sum.replace(entry(name), ""), piece).replace(/,\s*}/g, " }")
        : piece,
    )
    .join("");
}

/** With another name of a body or a joint, wherever it is meant. */
export function renamed(text: string, kind: "body" | "joint", old: string, name: string): string {
  const o = literally(old);
  return tables(text)
    .map((piece) => {
      let out = piece;
      if (isTable(piece, kind)) out = out.replace(new RegExp(`^(\\s*name\\s*=\\s*)"${o}"`, "m"), `$1"${name}"`);
      if (isTable(piece, "joint") && kind === "body")
        out = out.replace(/^\s*between\s*=\s*\[[^\]]*\]/m, (line) =>
          line.replace(new RegExp(`"${o}"`, "g"), `"${name}"`),
        );
      if ((isTable(piece, "point") || isTable(piece, "force")) && kind === "body")
        out = out.replace(new RegExp(`^(\\s*on\\s*=\\s*)"${o}"`, "m"), `$1"${name}"`);
      if (isTable(piece, "start")) out = out.replace(new RegExp(`(?<=[{,]\\s*)"?${o}"?(?=\\s*=)`, "g"), name);
      const symbols = kind === "joint" ? "phi|rate" : "theta|omega";
      out = out.replace(new RegExp(`\\b(${symbols})_${o}\\b`, "g"), `$1_${name}`);
      return out;
    })
    .join("");
}
