// SPDX-License-Identifier: Apache-2.0
// Answers about the model, asked for again while their pane is in view: a moment after the last change, one question at a
// time, the latest wins.
import { type ReadonlySignal, type Signal, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ModelMessage } from "../link/protocol";
import { linkState, model } from "./store";

/** fresh: the answer is about the present model; asking: an older one, or none, is shown; refused: there is none. */
export type Freshness = "asking" | "fresh" | "refused";

/** A page without a server: it has the answers that it was given, and nothing can be changed. */
export const offline = signal(false);

interface Question {
  key: string; // what the last answer was about
  running: boolean;
  state: Signal<Freshness>;
}
const questions = new Map<() => Promise<void>, Question>();
const pause = 150; // ms

/** `answer` is what `ask` fills; `about` says in a string what the answer depends on. */
export function useFresh(
  ask: () => Promise<void>,
  answer: ReadonlySignal<unknown>,
  about: (model: ModelMessage) => string,
): ReadonlySignal<Freshness> {
  let question = questions.get(ask);
  if (!question) questions.set(ask, (question = { key: "", running: false, state: signal<Freshness>("asking") }));
  const entry = question;
  useEffect(() => {
    if (offline.value) {
      entry.state.value = answer.peek() ? "fresh" : "refused";
      return undefined;
    }
    let timer = 0;
    let wanted = "";
    const put = async (): Promise<void> => {
      if (entry.running) return;
      entry.running = true;
      const asked = wanted;
      const before = answer.peek();
      await ask();
      entry.running = false;
      entry.key = linkState.peek() === "open" ? asked : "";
      if (wanted !== asked) timer = window.setTimeout(() => void put(), pause);
      else entry.state.value = answer.peek() === before ? "refused" : "fresh";
    };
    const stop = effect(() => {
      wanted = model.value && linkState.value === "open" ? about(model.value) : "";
      clearTimeout(timer);
      if (wanted === "" || wanted === entry.key) return;
      entry.state.value = "asking";
      timer = window.setTimeout(() => void put(), answer.peek() ? pause : 0);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [entry]);
  return entry.state;
}

/** The numbers and laws of a model, without its start and run. */
export const mechanism = (model: ModelMessage): string =>
  JSON.stringify([
    model.bodies.map((body) => [body.name, body.mass, body.inertia, body.torque]),
    model.joints.map((joint) => [joint.name, joint.first, joint.second, joint.at_first, joint.at_second, joint.laws]),
    model.inputs.map((input) => input.value),
  ]);
