// SPDX-License-Identifier: Apache-2.0
// What the editor offers while a model is typed, and says of a key under the pointer: from the table of keys that the reader
// of models goes by, and the names that the model has.
import type { KeyMessage, ModelMessage } from "../link/protocol";
import { lawKinds, turnedInto } from "../model/laws";
import { freeName } from "../model/parts";
import { placeIn } from "../model/place";

export interface Known {
  keys: readonly KeyMessage[];
  methods: readonly string[];
  model: Pick<ModelMessage, "bodies" | "joints" | "parameters"> | null;
}
/** What may stand there: `text` takes the place of what is typed from `from` on; `picked` of it is selected then. */
export interface Offer {
  label: string;
  text: string;
  picked: [from: number, to: number];
  about: string;
  kind: "keyword" | "property" | "variable" | "constant" | "text";
}
export interface Offers {
  from: number;
  all: Offer[];
}

const names = (entries: readonly { name: string }[] | undefined): string[] => (entries ?? []).map(({ name }) => name);
const quote = (word: string): string => `"${word}"`;
const whole = (label: string, text: string, about: string, kind: Offer["kind"]): Offer => ({
  label,
  text,
  picked: [text.length, text.length],
  about,
  kind,
});

/** The value that a key is offered with: its sample, with names that this model has. */
function sampleOf({ table, key, sample }: KeyMessage, { model }: Known): string {
  const [bodies, joints] = [names(model?.bodies), names(model?.joints)];
  if (key === "name" && table === "body") return quote(freeName("body", bodies));
  if (key === "name" && table === "joint") return quote(freeName("joint", joints));
  if (key === "between" && bodies.length > 0)
    return `[${quote(bodies[0]!)}, ${quote(bodies.length > 1 ? bodies.at(-1)! : freeName("body", bodies))}]`;
  if (key === "on" && bodies.length > 0) return quote(bodies.at(-1)!);
  if (joints.length > 0) return sample.replaceAll("elbow", joints[0]!);
  return sample;
}
function keyOffer(row: KeyMessage, known: Known): Offer {
  const [before, value] = [`${row.key} = `, sampleOf(row, known)];
  const inside = /^"[^"]*"$/.test(value) ? 1 : 0; // the quotes of a text stay
  return {
    label: row.key,
    text: before + value,
    picked: [before.length + inside, before.length + value.length - inside],
    about: row.meaning,
    kind: "property",
  };
}

/** A table with the keys that it must have. */
function tableOffer(row: KeyMessage, known: Known): Offer {
  const own = known.keys.filter(({ table, meaning }) => table === row.key && meaning.startsWith("Required"));
  const width = Math.max(0, ...own.map(({ key }) => key.length));
  const lines = own.map((one) => `${one.key.padEnd(width)} = ${sampleOf(one, known)}`);
  const text = [row.sample, ...lines].join("\n");
  return whole(row.sample, text, row.meaning, "keyword");
}
/** A body that hangs on a joint: the two tables at once. */
function hanging(known: Known): Offer[] {
  const [bodies, joints] = [names(known.model?.bodies), names(known.model?.joints)];
  if (bodies.length === 0) return [];
  const [body, joint] = [freeName("body", bodies), freeName("joint", joints)];
  const text = [
    "[[body]]",
    `name    = ${quote(body)}`,
    "mass    = 1.0",
    "inertia = 1.0",
    "",
    "[[joint]]",
    `name    = ${quote(joint)}`,
    `between = [${quote(bodies.at(-1)!)}, ${quote(body)}]`,
    "at      = [[1.0, 0.0], [-1.0, 0.0]]",
  ].join("\n");
  return [whole("body on a joint", text, "A body, and the joint by which it hangs on the last one.", "keyword")];
}

/** A law as one writes it, with all its keys. */
function lawOffers(joint: string): Offer[] {
  return lawKinds.map((kind) => {
    const { law, ...rest } = turnedInto(kind, joint, undefined);
    const value = (text: string): string => (/^[[\d.-][\d.e[\], -]*$/.test(text) ? text : quote(text));
    const keys = Object.entries(rest).map(([key, text]) => `, ${key} = ${value(text)}`);
    return whole(kind.words, `{ law = ${quote(law)}${keys.join("")} }`, `The law ${law}.`, "text");
  });
}

/** Names that an expression may use. */
function symbolOffers({ model }: Known, key: string): Offer[] {
  const variable = (name: string, about: string): Offer => whole(name, name, about, "variable");
  const joints = names(model?.joints).flatMap((joint) => [
    variable(`phi_${joint}`, `angle of ${joint}`),
    variable(`rate_${joint}`, `rate of ${joint}`),
  ]);
  const bodies = names(model?.bodies).flatMap((body) => [
    variable(`theta_${body}`, `absolute angle of ${body}`),
    variable(`omega_${body}`, `angular velocity of ${body}`),
  ]);
  const parameters = (model?.parameters ?? []).map(({ name, label }) => variable(name, label || "parameter"));
  if (key === "torque") return [...parameters, ...joints, ...bodies];
  return key === "formula" || key === "energy" ? [...parameters, ...joints] : parameters;
}

function valueOffers(table: string, key: string, quoted: boolean, known: Known): Offer[] {
  const word = (text: string, about = ""): Offer => whole(text, quoted ? text : quote(text), about, "constant");
  const row = known.keys.find((one) => one.table === table && one.key === key);
  if (row && row.choices.length > 0) return row.choices.map((choice) => word(choice));
  if (key === "method") return known.methods.map((method) => word(method));
  if (key === "between" || key === "on") return names(known.model?.bodies).map((name) => word(name, "body"));
  if (key === "torque" && table !== "body" && !quoted) return lawOffers(names(known.model?.joints)[0] ?? "joint1");
  const free = ["name", "label", "description", "source", "unit"].includes(key);
  return quoted && !free ? symbolOffers(known, key) : [];
}

/** What may stand at a place of the text; null: nothing that is known. */
export function offersAt(text: string, offset: number, known: Known): Offers | null {
  const place = placeIn(text, offset);
  if (!place) return null;
  const { table, key, quoted } = place;
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const offers = (all: Offer[], from = place.from): Offers | null => (all.length > 0 ? { from, all } : null);
  const tables = (): Offer[] => [
    ...known.keys.filter((row) => row.table === "").map((row) => tableOffer(row, known)),
    ...hanging(known),
  ];
  if (place.part === "header") return offers(tables(), offset - line.trimStart().length);
  if (place.part === "name") {
    const ofJoints = ["angles", "rates", "direction", "offset", "guess"].includes(key);
    const all = names(ofJoints ? known.model?.joints : known.model?.bodies);
    return offers(
      all.map((name) => ({
        ...whole(name, `${name} = 0.0`, ofJoints ? "joint" : "body", "variable"),
        picked: [name.length + 3, name.length + 6],
      })),
    );
  }
  if (place.part === "value") return offers(valueOffers(table, key, quoted, known));
  const own = known.keys.filter((row) => row.table === table && row.table !== "").map((row) => keyOffer(row, known));
  return offers(line.includes("{") ? own : [...own, ...tables()]);
}

/** What is said of the key or table at a place: its name, what it means, and the words it may be. */
export function aboutKey(
  text: string,
  offset: number,
  keys: readonly KeyMessage[],
): { from: number; to: number; title: string; about: string } | null {
  const start = offset - /[A-Za-z0-9_]*$/.exec(text.slice(0, offset))![0].length;
  const to = offset + /^[A-Za-z0-9_]*/.exec(text.slice(offset))![0].length;
  const word = text.slice(start, to);
  const place = placeIn(text, start);
  if (word === "" || !place) return null;
  const table = place.part === "header" ? "" : place.table;
  if (place.part !== "header" && place.part !== "key") return null;
  const row = keys.find((one) => one.table === table && one.key === word);
  if (!row) return null;
  const choices = row.choices.length > 0 ? ` One of ${row.choices.join(", ")}.` : "";
  return {
    from: start,
    to,
    title: table === "" ? row.sample : `${word} = ${row.sample}`,
    about: row.meaning + choices,
  };
}
