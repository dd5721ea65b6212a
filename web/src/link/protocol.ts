// SPDX-License-Identifier: Apache-2.0
// The messages between the page and the server, one interface each; server/protocol.hpp mirrors them, docs/protocol.md
// explains them. Text messages are JSON objects with `type` and `id`; the rows of a run come as binary messages.

export const protocol = 1;

// ---- page to server. `id` is a whole number that the page counts up; every answer to a request carries it.

export interface Hello {
  type: "hello";
  id: number;
  protocol: number;
  work?: string; // what the page kept before it was loaded again; a new page leaves it out
}

/** One edit of a model text. The server writes it into the text, comments and layout kept where possible. */
export type Edit =
  | { kind: "set"; path: string; value: string } // as --set PATH=VALUE
  | { kind: "torque"; joint: string; laws: LawText[] } // replaces the laws of a joint; [] removes them
  | ({ kind: "start" } & StartEdit) // replaces [start]
  | ({ kind: "run" } & RunEdit);

/** Keys of [run]; "" removes one. */
export interface RunEdit {
  until?: string;
  every?: string;
  method?: string;
  step?: string;
  tolerance?: string;
  singular?: string; // "stop" or "straight"
}

/** A torque law as in the file: law = "sine" with kp, kd, bias, … ; values are numbers or expressions as text. */
export type LawText = { law: string } & Record<string, string>;

/** Changes of the start, from the start as it is solved now. */
export interface StartEdit {
  angles?: Record<string, number>; // new joint angles; those left out stay, or follow so that loops stay closed
  rotations?: Record<string, Turn>; // new turns of ball joints, from rest
  pull?: Pull; // then a point goes to a place, or as near as it can
  momentum?: number | Triple; // new μ_s; in space a vector along inertial axes, or a size along the present one
  energy?: number; // new H + U
  rates?: Record<string, number>; // new joint rates; in space only 0: no joint turns
  momenta?: Record<string, number>; // all μ, exactly (with angles): nothing else is kept then
  absolute?: Record<string, number>; // angles of bodies, and…
  spin?: Record<string, number>; // …their angular velocities: those left out stay, nothing else is kept
  equilibrium?: string; // "E1": start there…
  offset?: Record<string, number>; // …or next to it
  state?: State; // in space: of a moment, in place of the start
  hold?: ("energy" | "momentum")[]; // what the new start keeps
  snap?: boolean; // true: a pose that cannot be reached becomes the nearest that can, and `snapped` says why
}

/** A point of a body that is to come to a place. */
export interface Pull {
  body: string;
  point: [number, number]; // in the body's frame, from its mass centre
  to: [number, number];
  frame: string; // in which `to` is: "inertial", "joint:NAME" or "body:NAME"
}

/** Reads the text with the edits, answers `model` (or `problems`), then runs it unless run is false. */
export interface Open {
  type: "open";
  id: number;
  text: string;
  edits?: Edit[];
  run?: boolean; // default true
  from?: Moment; // the run starts here instead of at [start]
}
export interface Moment {
  t: number;
  angles?: number[]; // these two together; without them those of [start]
  momenta?: number[];
  root: number; // absolute angle of the first body
  state?: State; // in space, where these three say nothing; without it that of [start]. With forces: of the mass centre
}
/** The columns of a run in space that make a state, by name: angles and rotations, momenta, the attitude of the first body;
 *  of one in the plane on which forces act, mass_centre and drift. */
export type State = Record<string, number>;

/** The page has taken in this chunk of the run; at most `window` chunks (see welcome) are under way. */
export interface Ack {
  type: "ack";
  id: number; // of the run
  chunk: number;
}
/** Stops the work of this request. A newer `open` cancels an older one by itself. */
export interface Cancel {
  type: "cancel";
  id: number;
}
export interface AskEquations {
  type: "equations";
  id: number;
  text: string;
}
/** A typed graph: an expression in t, phi_NAME, rate_NAME, theta_NAME, omega_NAME, mu_NAME, torque_NAME, tension_NAME, H, U, E, mu_s and parameters. */
export interface AskFormula {
  type: "formula";
  id: number;
  text: string;
  formula: string;
}
export interface AskCode {
  type: "code";
  id: number;
  text: string;
  language: "c" | "c++" | "python" | "fortran" | "matlab" | "latex";
  inputs?: string[]; // joints whose torques become arguments
}
/** Who came, or may come, over a network; a code for one more; one is sent away. */
export interface AskGuests {
  type: "guests";
  id: number;
}
export interface Invite {
  type: "invite";
  id: number;
}
export interface Revoke {
  type: "revoke";
  id: number;
  number: number;
}
/** A piece of a recorded file, as base64; the last one has it read. */
export interface RecordedPiece {
  type: "recorded";
  id: number;
  text: string;
  first?: boolean;
  last?: boolean;
}
/** Up to 65536 values of a column of the file that was read last, from a row on. */
export interface AskColumn {
  type: "column";
  id: number;
  name: string;
  from: number;
}
/** The ways in which the loops can be assembled. */
export interface AskAssemblies {
  type: "assemblies";
  id: number;
  text: string;
}
export interface AskEquilibria {
  type: "equilibria";
  id: number;
  text: string;
  momentum?: number; // default: of the start
  certify?: boolean; // with a proof that none is missing; may take long: sends `progress`, obeys `cancel`
}
export interface AskPortrait {
  type: "portrait";
  id: number;
  text: string;
  momentum?: number;
}
/** The equilibria while one number of the model goes from one value to another. May take long: sends `progress`, obeys `cancel`. */
export interface AskBranches {
  type: "branches";
  id: number;
  text: string;
  path: string; // as in a `set` edit
  from: number;
  to: number;
  momentum?: number; // default: of the start as it stands, unless the path leads into [start]
}
/** Periodic motions in which every joint turns so often in a period. May take long: sends `progress`, obeys `cancel`. */
export interface AskOrbits {
  type: "orbits";
  id: number;
  text: string;
  winding: number[]; // whole turns of every joint
  energy: number;
  momentum: number;
  symmetric?: boolean; // all that are their own mirror images in time; default: the one of least action
}
/** Periodic motions born at an equilibrium. May take long: sends `progress`, obeys `cancel`. */
export interface AskFamily {
  type: "family";
  id: number;
  text: string;
  equilibrium: string; // "E1"
  mode: number; // of its small oscillations, the slowest is 1
  momentum?: number; // default: of the start
  limit?: number; // energy at which it is left
}
/** A closed loop of the joints that turns the whole without momentum. May take long: sends `progress`, obeys `cancel`. */
export interface AskTurn {
  type: "turn";
  id: number;
  text: string;
  angle: number; // rad
  free?: boolean; // the shape in which it begins and ends is chosen too; default: that of the start
  cycles: number; // equal ones, 1 to 100
}
/** Points of a section: of motions spread over it, which may take long, sends `progress` and obeys `cancel`, or of the one through a place. */
export interface AskSection {
  type: "section";
  id: number;
  text: string;
  joint?: string; // whose angle passes; default: after every period of the laws
  angle?: number; // rad
  direction?: 1 | -1; // of its rate
  energy?: number; // default: of the start; after every period a bound
  momentum?: number;
  at?: [number, number]; // angle and momentum: the one motion from there
  orbits: number; // motions, 1 to 200
  count: number; // points of each; 100 000 in all
}
/** All exponents on the leaf from the start. May take long: sends `progress`, obeys `cancel`. */
export interface AskExponents {
  type: "exponents";
  id: number;
  text: string;
  until?: number; // default: a thousand time scales
}
/** Values from one end to the other, both among them. */
export interface SweepAxis {
  path: string; // as of `set`
  from: number;
  to: number;
  count: number;
}
/** A map: an observable over two numbers of the model. May take long: sends `progress`, obeys `cancel`. */
export interface AskSweep {
  type: "sweep";
  id: number;
  text: string;
  vary: [SweepAxis, SweepAxis]; // 65 536 members in all
  observe: string; // as `oopss sweep --observe`
  until?: number; // default: that of the model
}
/** The manifolds that a third body on a lever or a drive splits. May take long: sends `progress`, obeys `cancel`. */
export interface AskManifolds {
  type: "manifolds";
  id: number;
  text: string;
  loop?: 1 | -1; // the sense in which the joint turns along it
}
/** What a page works on: texts of models. */
export interface Work {
  text: string;
  opened: string; // as it was last opened: what "reset" goes back to; "": the same
  past: string[]; // undo and redo: the nearest last
  future: string[];
  view: string; // what it shows, as view.ts writes it; "": nothing of its own
}
/** Keeps the page's work for its next visit. All texts together have at most limits.text bytes. */
export interface Keep {
  type: "keep";
  id: number;
  work: string; // its name, 32 hexadecimal digits: no other page has it
  text: string;
  opened: string;
  past: string[];
  future: string[];
  view?: string;
}
/** The newest earlier visits, on whatever model. */
export interface AskVisits {
  type: "visits";
  id: number;
}
/** What one of them worked on. */
export interface AskWork {
  type: "work";
  id: number;
  work: string;
}
/** Removes all work that is kept, on every model. */
export interface Forget {
  type: "forget";
  id: number;
}
export type Request =
  | Hello
  | Open
  | Ack
  | Cancel
  | AskEquations
  | AskFormula
  | AskCode
  | AskAssemblies
  | AskEquilibria
  | AskPortrait
  | AskBranches
  | AskOrbits
  | AskFamily
  | AskTurn
  | AskSection
  | AskExponents
  | AskManifolds
  | AskSweep
  | AskGuests
  | Invite
  | Revoke
  | RecordedPiece
  | AskColumn
  | Keep
  | AskVisits
  | AskWork
  | Forget;

// ---- server to page

export interface MethodMessage {
  name: string;
  adaptive: boolean;
  order: number;
  description: string;
}
/** A key of the model file, from the table that the reader of models goes by. */
export interface KeyMessage {
  table: string; // "body", "law", …; that of the whole file is ""
  key: string;
  sample: string; // a value as a file has it; of a key of the whole file, its header
  meaning: string;
  choices: string[]; // the words it may be, where there are few
}
export interface Welcome {
  type: "welcome";
  id: number;
  protocol: number;
  version: string;
  models: { name: string; title: string; description: string; text: string }[];
  first: string; // text of the model to open
  methods: MethodMessage[];
  keys: KeyMessage[];
  limits: { message: number; text: number; formula: number; rows: number; window: number }; // bytes but for window; rows: of all rows of a run
  keeps: boolean; // whether `keep` is taken
  kept: (Work & { same: boolean; age: number }) | null; // work of an earlier visit; same: begun from `first` as it is now; age: seconds
  notes: string[]; // what of it could not be had
  guest: boolean; // this page came over a network
  invites: boolean; // may ask others in
}

export interface Problem {
  line: number; // 1-based; 0: the text as a whole
  column: number; // 1-based, in UTF-16 units as the editor counts
  length: number;
  message: string;
  help: string;
  severity: "error" | "warning";
}
/** The request cannot be done because of the model or formula: nothing was changed. */
export interface Problems {
  type: "problems";
  id: number;
  problems: Problem[];
}
/** A request that is refused (code "protocol", "limit", "unsupported"), gave way to a newer one ("cancelled") or failed ("numerical", "internal"). */
export interface Failure {
  type: "error";
  id: number; // 0 if the request could not be read
  code: string;
  message: string;
}
export interface ProgressMessage {
  type: "progress";
  id: number;
  part: number; // 0 … 1
  what: string;
  rows?: number[][]; // what was found since: of a section [motion, angle, momentum], of exponents [t, means …, spreads …], of a sweep [member, status, value]
}

export interface ModelMessage {
  type: "model";
  id: number;
  text: string; // with the edits written in
  name: string;
  description: string;
  warnings: Problem[];
  // outline from the mass centre; torque from outside as written, "" if there is none
  bodies: {
    name: string;
    label: string;
    mass: number;
    inertia: number;
    outline: [number, number][];
    torque: string;
    torque_latex: string;
  }[];
  joints: {
    name: string;
    label: string;
    first: number; // bodies
    second: number;
    at_first: [number, number]; // from each body's mass centre
    at_second: [number, number];
    laws: LawText[];
    law_latex: string; // T = …; empty without laws
  }[];
  points: { name: string; label: string; body: number; at: [number, number] }[]; // from the mass centre
  forces: { name: string; body: number; at: [number, number]; value: [string, string] }[]; // from outside
  parameters: {
    name: string;
    label: string;
    unit: string;
    value: number;
    min: number;
    max: number;
    text: string;
    fixed: boolean;
  }[]; // min, max: of the slider; fixed: an expression of others
  numbers: { path: string; value: number; text: string; unit: string }[]; // every number that `set` can change
  inputs: { name: string; meaning: string; value: number }[]; // the p of programs, in order
  facts: { name: string; words: string }[]; // what its numbers make of it: the classes of loops
  start: StartMessage;
  run: {
    t0: number;
    until: number;
    every: number;
    method: string;
    step: number; // 0: not used
    tolerance: number; // 0: not used
    singular: string; // "stop", "straight", or empty: not said
  };
  columns: ColumnMessage[]; // of the rows to come
  space?: SpaceMessage; // of bodies in space only
}
/** What bodies in space have beyond the plane, in the order of bodies, joints and points; vectors are in body axes, from the
 *  mass centre. Their `inertia`, `outline`, `at_first`, `at_second` and `at` above are the parts in the plane of x and y. */
export interface SpaceMessage {
  bodies: { inertia: [Triple, Triple, Triple]; outline: Triple[] }[];
  joints: { kind: "ball" | "hinge"; axis: Triple; at_first: Triple; at_second: Triple }[]; // axis: a unit vector of the first body; of a ball zero
  points: { place: Triple }[];
  methods: MethodMessage[]; // that serve
}
export type Triple = [number, number, number];
/** The turn of a ball joint from rest, a quaternion w, x, y, z. */
export type Turn = [number, number, number, number];
export interface StartMessage {
  form: string; // as in the file: rest, momenta, spin, rates, energy, equilibrium
  angles: number[];
  momenta: number[];
  rates: number[]; // of the joints
  root: number;
  kinetic: number;
  energy: number;
  momentum: number;
  drift: number[]; // velocity of the mass centre, one number per axis
  energy_range: [number, number | null]; // attainable at these angles and this momentum
  momentum_range: [number, number]; // attainable at these angles and this energy
  notes: string[];
  snapped: string; // empty, or why the pose is not the one asked for
  space?: TurningMessage;
}
/** In space: the turns of ball joints, null of hinges, and the total momentum along inertial axes. */
export interface TurningMessage {
  rotations: (Turn | null)[];
  momentum: Triple;
}
export interface ColumnMessage {
  name: string; // t, angle.NAME, momentum.NAME, absolute.NAME, kinetic, energy, momentum_total, rate.NAME, torque.NAME, tension.NAME, centre.NAME.x, centre.NAME.y
  quantity: string;
  unit: string;
  label: string;
  latex: string;
  body: number; // whose colour it has; -1: the system's
}

/** Binary: four little-endian uint32 id, chunk, rows, columns, then rows × columns float64, column by column. */
export interface Chunk {
  id: number;
  chunk: number;
  rows: number;
  columns: number;
  values: Float64Array;
}
export interface DriftMessage {
  start: number;
  end: number;
  max_drift: number;
  max_relative_drift: number;
}
/** The end of a run. */
export interface Done {
  type: "done";
  id: number;
  status: "complete" | "cancelled" | "failed" | "singular"; // singular: it came to where motion is not determined
  error: string; // in words, with the residual or the time; empty if complete
  rows: number;
  chunks: number;
  steps: number;
  method: string;
  step: number;
  engine: string;
  wall_seconds: number;
  energy: DriftMessage;
  momentum: DriftMessage;
  /** `impulse`: what torques from outside gave to the momentum; null if there are none. */
  balance: { dissipated: number; work: number; max_error: number; impulse: number | null };
  kept: { energy: Conserved; momentum: Conserved }; // with dampers or motors, energy is the balance with what they took and gave
  advice: string; // where it strayed: what should do; empty if nothing better is known
}
/** A relative error and what the server thinks of it. */
export interface Conserved {
  error: number;
  verdict: "good" | "fair" | "poor";
}

/** Straight-line code: value i is code[i]; operands are indices of earlier values. */
export interface ProgramMessage {
  inputs: string[]; // column names, or "input.NAME" for an entry of model.inputs
  code: [op: string, ...operands: number[]][]; // ["input", k], ["number", v], ["add", i, j], ["sin", i], …; see docs/protocol.md
  outputs: number[];
}
export interface EquationsMessage {
  type: "equations";
  id: number;
  sections: {
    title: string;
    folded: boolean; // long: shown on request
    rows: {
      left: string;
      meaning: string;
      terms: { sign: "+" | "-"; latex: string; output: number; bodies: number[] }[];
      value: number;
    }[]; // left, latex: LaTeX; output, value: indices into program.outputs; -1: no value; the value of a term includes its sign
  }[];
  claims: { statement: string; latex: string; proved: boolean; how: string }[]; // latex: the statement with $formulas$
  program: ProgramMessage;
}
export interface FormulaMessage {
  type: "formula";
  id: number;
  latex: string;
  program: ProgramMessage; // one output
}
export interface CodeMessage {
  type: "code";
  id: number;
  files: { name: string; text: string }[];
}
export interface AssembliesMessage {
  type: "assemblies";
  id: number;
  all: number[][]; // of each the angles of all joints
  present: number; // the start's own
  joints: string[]; // whose angles all of them have
  note: string;
}
export interface EquilibriumMessage {
  id: string; // E1, E2, …
  angles: number[];
  inertia: number;
  energy: number;
  omega: number;
  index: number;
  nullity: number;
  stability: "stable" | "unstable" | "spectrally_stable" | "degenerate";
  proved: boolean;
  spectrum: [number, number][];
  space?: { centres: Triple[]; attitudes: Turn[]; axis: Triple }; // in space: of the bodies, turning about the axis, the first one not turned
}
export interface EquilibriaMessage {
  type: "equilibria";
  id: number;
  momentum: number;
  complete: boolean; // by a proof: these are all
  note: string; // what holds of the list, or why there is none
  equilibria: EquilibriumMessage[];
}
export interface PortraitAxis {
  label: string;
  latex: string;
  from: number;
  to: number;
}
export interface PortraitCurve {
  kind: "level" | "separatrix" | "shore";
  energy: number;
  period: number | null;
  points: [number, number][];
}
export interface PortraitMark {
  id: string;
  at: [number, number];
  stability: string;
  energy: number;
}
/** A leaf of a linkage of one freedom, a circle of shapes times the line: x goes round once. */
export interface LeafMessage {
  component: string; // which circle of shapes, in words; empty: there is one
  joint: number; // the joint whose angle x is, but for whole turns; -1: of none
  x: PortraitAxis;
  y: PortraitAxis; // y = mass times the rate of x
  curves: PortraitCurve[];
  marks: PortraitMark[];
  along: { x: number[]; energy: number[]; mass: number[]; angles: number[][] }; // V + U, M and all joints' angles over x
}
export interface PortraitMessage {
  type: "portrait";
  id: number;
  kind: "leaf" | "leaves" | "landscape" | "none";
  note: string; // why there is none
  momentum: number;
  x: PortraitAxis; // x, y, curves and marks are empty where there are leaves
  y: PortraitAxis;
  curves: PortraitCurve[];
  marks: PortraitMark[];
  grid?: { columns: number; rows: number; values: number[] }; // landscape: V over the torus, row by row from y.from
  leaves?: LeafMessage[];
  current?: number; // the leaf on which the start is
}

export interface BranchPoint {
  value: number; // of the number that is varied
  angles: number[]; // without jumps along a branch
  energy: number;
  index: number;
  stability: EquilibriumMessage["stability"];
  space?: TurningMessage;
}
export interface SpecialPoint {
  type: "fold" | "pitchfork" | "transcritical" | "zero" | "hamiltonian_hopf";
  value: number;
  angles: number[];
  energy: number;
  space?: TurningMessage;
}
export interface BranchesMessage {
  type: "branches";
  id: number;
  path: string;
  from: number;
  to: number;
  momentum: number;
  joints: string[];
  circle: boolean[]; // per joint: its angle is taken modulo 2π
  branches: { points: BranchPoint[] }[]; // at most 400 points each
  special: SpecialPoint[]; // by rising value
  note: string; // what was left out or not found
}

/** A motion that closes after a period, up to a turn of the whole. */
export interface OrbitMessage {
  state: State; // where it starts: in the plane angles and momenta
  period: number;
  energy: number;
  momentum: number;
  multipliers: [number, number][]; // without the double 1
  phase: number; // by which the whole turns per period, whole turns counted
  recurrence: string; // after how many periods the whole comes back, in words
  residual: number | null; // null: not measured
  symmetric: boolean | null; // null: not known
  action: number | null;
  trouble: string; // why it is not closed as well as asked for; empty if it is
}
export interface OrbitsMessage {
  type: "orbits";
  id: number;
  winding: number[];
  energy: number;
  momentum: number;
  existence: "theorem" | "numerical";
  threshold: { literal: number; best: number } | null; // energies above which every winding has a motion
  orbits: OrbitMessage[]; // by rising action
  note: string;
}
export interface FamilyEvent {
  type: "fold" | "branching" | "period doubling" | "Krein collision";
  energy: number;
  period: number;
  after: number; // the member before it
}
export interface FamilyMessage {
  type: "family";
  id: number;
  equilibrium: string;
  mode: number;
  frequency: number; // of small motions: their period is 2π / frequency
  energy: number; // of the equilibrium
  momentum: number;
  members: OrbitMessage[]; // from the equilibrium on; at most 400
  events: FamilyEvent[];
  end: { words: string; energy: number; period: number };
  note: string;
}

/** The loop of least effort that was found, as a model whose joints have prescribed motions. */
export interface TurnMessage {
  type: "turn";
  id: number;
  angle: number; // as asked for
  turned: number; // by a run of the plan
  cycles: number;
  effort: number;
  multiplier: number; // the slope of the effort in the angle
  time: number; // of all cycles
  work: number; // what the motors put in, and take out again
  kinetic: number; // the largest
  torques: number[]; // the largest at each joint
  text: string; // the model with the plan
  loop: number[][]; // shapes along it, the first again at the end
  curvature: { columns: number; rows: number; values: number[] } | null; // of three bodies, over both axes, row by row
  axes: { label: string; latex: string; from: number; to: number }[]; // of three bodies
  note: string;
}

/** A section; the points of its motions went ahead in `progress`. */
export interface SectionMessage {
  type: "section";
  id: number;
  joint: string; // whose angle passes; "": after every period
  angle: number;
  direction: 1 | -1;
  period: number;
  momentum: number;
  energy: number;
  seen: string; // the joint whose angle and momentum are seen
  turns: boolean; // the angle is taken modulo 2π
  places: boolean; // a place has one state; not so with loops
  edge: [number, number][][]; // of what the energy reaches: closed curves, or a lower and an upper one
  starts: { at: [number, number]; state: State; trouble: string }[]; // trouble: why there are fewer points
  note: string;
}
/** Exponents at the end of their course, which went ahead in `progress`. */
export interface ExponentsMessage {
  type: "exponents";
  id: number;
  until: number;
  time_scale: number;
  exponents: number[]; // means over the starts, falling
  spread: number[];
  starts: number;
  sum: number;
  mean_divergence: number | null; // of the rates on the leaf; null: not had
  tangent_defect: number | null; // how far the tangent map is from symplectic; null: it is not
  growth: string; // in words
  zeros: string;
}
/** Both manifolds in pieces, each the image of the one before, on the section on which they are compared. */
export interface ManifoldsMessage {
  type: "manifolds";
  id: number;
  joint: string; // of the section; "": after every period
  angle: number;
  direction: 1 | -1;
  period: number;
  momentum: number;
  energy: number;
  size: number; // of what splits them: the lever in m; of a drive 1
  unstable: [number, number][][];
  stable: [number, number][][];
  gap: number; // where the integral is largest: measured, and to first order
  integral: number;
  zeros: number[]; // phases
  note: string;
}

/** A map; its members went ahead in `progress`. The second axis turns fastest. */
export interface SweepMessage {
  type: "sweep";
  id: number;
  axes: [SweepAxis, SweepAxis];
  observable: string;
  engine: string; // "lanes", or that of a run
  done: number; // members
  statuses: string[]; // what became of a member, by its number
  note: string;
}

/** Who came, or may come, over a network. */
export interface GuestsMessage {
  type: "guests";
  id: number;
  host: string; // where they come in
  encrypted: boolean;
  most: number;
  guests: { number: number; state: "invited" | "here" | "away" | "expired" | "revoked"; age: number }[];
}
/** A code for one guest, as a link and as a square of 0 and 1, row by row. */
export interface InvitationMessage {
  type: "invitation";
  id: number;
  number: number;
  link: string;
  square: string[];
  seconds: number; // that it works
}

/** The page's work was kept. */
export interface Kept {
  type: "kept";
  id: number;
}
export interface Visits {
  type: "visits";
  id: number;
  visits: { work: string; model: string; title: string; age: number }[]; // the newest first; model: what it was called; title: its name in the text
}
export interface WorkMessage extends Work {
  type: "work";
  id: number;
}
export interface Forgotten {
  type: "forgotten";
  id: number;
  files: number;
}

/** How much of a recorded file has come; once it was read its columns, and the model text in it. */
export interface RecordedMessage {
  type: "recorded";
  id: number;
  size: number;
  names: string[];
  rows: number;
  model: string;
}
export interface ColumnValues {
  type: "column";
  id: number;
  values: string; // float64, little-endian, as base64
}

export type Answer =
  | Welcome
  | Problems
  | Failure
  | ProgressMessage
  | ModelMessage
  | Done
  | EquationsMessage
  | FormulaMessage
  | CodeMessage
  | AssembliesMessage
  | EquilibriaMessage
  | PortraitMessage
  | BranchesMessage
  | OrbitsMessage
  | FamilyMessage
  | TurnMessage
  | SectionMessage
  | ExponentsMessage
  | ManifoldsMessage
  | SweepMessage
  | GuestsMessage
  | InvitationMessage
  | Kept
  | Visits
  | WorkMessage
  | RecordedMessage
  | ColumnValues
  | Forgotten;
