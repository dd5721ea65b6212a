// SPDX-License-Identifier: Apache-2.0
// The words of the help: what each pane is for, and what the symbols mean.

export interface PaneWords {
  id: string;
  title: string;
  purpose: string;
  can: string[];
}
export const paneHelp: PaneWords[] = [
  {
    id: "inertial",
    title: "Inertial frame",
    purpose:
      "The motion as somebody at rest sees it. The mass centre of the whole system stays in the middle, unless a force from outside moves it or the start gives it a velocity.",
    can: [
      "Drag a body to another shape; energy and momentum stay if they are held under Start.",
      "Bodies in loops follow the hand with the loops closed.",
      "Pull, or drag with Ctrl: while it moves, a spring to the pointer pulls the body. The pull is part of the model then, and Torque takes it away.",
      "Build: drag from a body to add one; click one to name it, to make it a rod, a plate or a disc, to give its joints torques, or to split it off.",
      "Zoom with the wheel or two fingers, drag the ground to move, double-click it to see everything again.",
      "With the frame in focus, Tab picks a body and the arrow keys turn its joint by a degree; 0 shows everything again.",
      "Bodies in space: drag the ground to look around, with Shift or the right button to move the picture; the arrow keys look around, too, while no body is picked. The sphere has all momenta of the same size: the momentum moves on it, seen from the body that is picked.",
    ],
  },
  {
    id: "frames",
    title: "Frames A and B",
    purpose:
      "The same motion seen from elsewhere: from the mass centre or a joint (axes at rest), or riding on a body.",
    can: ["Choose the frame in its title.", "Seen from a body, the trace of the next one shows the joint angle alone."],
  },
  {
    id: "transport",
    title: "Time",
    purpose: "One time for all panes. The whole run is kept: any moment can be looked at again.",
    can: [
      "Space plays and stops, the arrow keys step.",
      "Speed goes from 1/64 to 64; playing back never changes the result.",
      "Edits, and bodies dragged, restart the run or continue from the moment shown. A start that is typed, clicked or picked begins at the start.",
    ],
  },
  {
    id: "graphs",
    title: "Graphs",
    purpose: "Any quantity over time: angles, momenta, energies, torques, or a formula.",
    can: [
      "Add a quantity or type a formula that begins with =.",
      "Point into a graph: all panes show that moment.",
      "The grey curve is the run before the last change; dashed ones are runs that were kept (K), listed under Compare.",
      "Shift-click marks a second time: readouts then show the difference to it.",
      "Drag the value axis to move it, wheel to magnify, double click to fit; ↕ beside a title takes its limits as numbers.",
      "Another model has its own curves of the same quantities.",
    ],
  },
  {
    id: "leaf",
    title: "Phase space",
    purpose:
      "The total momentum keeps the motion on one surface, a symplectic leaf; for two bodies the level curves of H on it are all the motions there are. For three bodies: the amended potential over the shapes. For a linkage of one freedom: its potential over a circle of shapes, and the leaf. For any number: an x-y plot of the run.",
    can: [
      "Click to start the motion there, Shift-click to compare with it. A drag tries starts as it goes, a drag along the orbit moves the time.",
      "Start on the separatrix, where there is one: the energy becomes that of the saddle.",
      "A filled mark is a stable equilibrium, a hollow one an unstable one.",
    ],
  },
  {
    id: "equations",
    title: "Equations",
    purpose: "The reduced equations, derived from this very model, with present values; those of all terms on request.",
    can: [
      "Point at a term: its bodies light up and its value appears.",
      "Click a term to plot it or to copy its LaTeX.",
      "Every symbol is defined there; what is long is folded.",
      "Copy the equations as LaTeX, C, Python, Fortran or MATLAB.",
    ],
  },
  {
    id: "equilibria",
    title: "Equilibria",
    purpose: "The shapes that can turn as one rigid body: relative equilibria, with their stability.",
    can: [
      "Start at one, or perturbed by an angle of the first joint.",
      "Sort them, show those of one stability; “more” says how they were found and counted.",
      "Prove that these are all: up to eight bodies, free or with springs.",
      "Branches: how they move while one number changes; a click in the diagram loads the value, Shift-click starts there too.",
    ],
  },
  {
    id: "orbits",
    title: "Orbits",
    purpose:
      "Periodic motions: the shape comes back after a period, the whole perhaps turned. They play without a seam.",
    can: [
      "Winding: write how often each joint turns in a period, then Find.",
      "Family: from an equilibrium, the motions that begin as small swings; the slider, or a click on the curve, chooses one.",
      "Turn: an angle, and the loop of the joints that turns the whole by it without momentum, drawn over the curvature of the connection; it becomes the model, and plays.",
      "Multipliers on the unit circle: small differences do not grow; off it, they do. Distances from the circle are compressed.",
    ],
  },
  {
    id: "chaos",
    title: "Chaos",
    purpose:
      "Sections through many motions of one energy and momentum: on curves they are regular, over areas chaotic. How fast motions part that begin side by side. And maps of many runs.",
    can: [
      "Section: choose the joint whose angle passes, or every period of a drive, then Fill; the picture fills as you watch.",
      "A click starts the motion from that place: it becomes the run, and its points are drawn. With loops it is the motion of the nearest point.",
      "Manifolds: of three bodies, the third on a lever, or of two with a drive: what leaves the folded shape and what comes back to it, over their section.",
      "Exponents: all of them on the leaf, as they converge, each with its spread over 16 starts 1e-6 apart.",
      "Map: an observable of many runs over two numbers of the model. Zoom with the wheel or by + and −, click to load a run; Sweep what is in view for the part you see.",
    ],
  },
  {
    id: "source",
    title: "Model",
    purpose:
      "The model as text. Everything else in the page is made from it, and every change is written back into it.",
    can: [
      "Type: what is understood takes effect after a moment.",
      "Problems are underlined; the list below leads to them.",
      "Text, undo, curves, frames, kept runs and time are there again at the next visit; File has earlier work, and “Forget everything”.",
      "Keys and names are completed as you type, or by Ctrl+Space; a key under the pointer is explained.",
      "Tab leaves the editor, Ctrl+F finds.",
    ],
  },
  {
    id: "settings",
    title: "Settings",
    purpose: "Numbers of the system, torque laws, the start, the run, the display, kept runs.",
    can: [
      "While a view has the room, the tabs alone are there: each brings its settings back.",
      "Compare: keep this run, open a recorded table (CSV), show curves as differences.",
      "Move a slider: the motion follows. Letting go makes one step of the history.",
      "The field beside it takes exact numbers and expressions such as 90 deg or 2*l. A value beyond the slider widens it.",
      "↺ goes back to the value as opened.",
      "Start: the same start in every form. Torque: push a joint or a body from the moment shown on.",
      "Of a linkage: its class stands above the numbers, the ways to assemble it under Start.",
    ],
  },
  {
    id: "messages",
    title: "Messages",
    purpose: "What happened, and how well the run keeps what it has to keep.",
    can: [
      "Open the list of earlier messages.",
      "A button beside a message does what it says: “Show me” leads to the line.",
    ],
  },
];

export interface Word {
  latex?: string;
  word: string;
  meaning: string;
}
export const glossary: Word[] = [
  { latex: "\\theta_i", word: "absolute angle", meaning: "the direction of body i in the inertial frame" },
  {
    latex: "\\theta_{2,1}",
    word: "joint angle",
    meaning:
      "the angle of the second body minus that of the first, counted with turns; phi_NAME in formulas, angle.NAME in tables",
  },
  { latex: "\\omega_i", word: "angular velocity", meaning: "the rate of the absolute angle of body i" },
  { latex: "\\mu_i", word: "conjugate momentum", meaning: "of body i: the i-th entry of J ω" },
  {
    latex: "\\mu_s",
    word: "total angular momentum",
    meaning: "the sum of all μ. Nothing inside the system can change it",
  },
  {
    latex: "J(\\theta)",
    word: "pseudo-inertia matrix",
    meaning: "the kinetic energy is ½ ωᵀJω; J depends on the shape only",
  },
  { latex: "H", word: "kinetic energy, Hamiltonian", meaning: "½ μᵀJ⁻¹μ" },
  {
    latex: "U",
    word: "stored energy",
    meaning: "of springs in the joints, zero at their bias. H + U stays without dampers and motors",
  },
  { latex: "T", word: "joint torque", meaning: "acts + on the first body of the joint and − on the second" },
  { latex: "k_p,\\ k_d", word: "gains", meaning: "of a torque law: per angle (or its sine), and per rate" },
  {
    latex: "V_\\mu",
    word: "amended potential",
    meaning:
      "the least kinetic energy that a shape can have at total momentum μₛ; the critical points of V + U are the relative equilibria",
  },
  {
    latex: "\\{F, G\\}",
    word: "Poisson bracket",
    meaning: "of the reduced system: every quantity changes as Ḟ = {F, H}",
  },
  { word: "Casimir", meaning: "a quantity whose bracket with everything is zero: here the functions of μₛ" },
  {
    word: "symplectic leaf",
    meaning: "the surface μₛ = constant of the reduced space; a motion never leaves its leaf",
  },
  { word: "relative equilibrium", meaning: "a motion in which all bodies turn together, with no motion in the joints" },
  { word: "stable, unstable", meaning: "a small push stays small for ever, or grows" },
  {
    word: "spectrally stable, degenerate",
    meaning: "the eigenvalues let nothing grow, which is less than stable; one of them is zero, and they leave it open",
  },
  {
    word: "separatrix, homoclinic orbit",
    meaning:
      "the motion that leaves the unstable equilibrium and comes back to it; it parts swinging joints from turning ones",
  },
  {
    latex: "\\lambda",
    word: "Floquet multiplier",
    meaning:
      "by what a small difference from a periodic motion is multiplied in a period: pairs λ and 1/λ, beside a double 1",
  },
  { word: "ghost", meaning: "the run before the last change, drawn grey" },
];
