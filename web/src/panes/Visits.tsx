// SPDX-License-Identifier: Apache-2.0
// Work of earlier visits, on whatever model, by name and age: each can be taken up again.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ageWords, takeUp } from "../export/work";
import type { Visits as Found } from "../link/protocol";
import { ask } from "../link/server";
import { sentence } from "../model/format";
import { overlay } from "../overlay";
import { Dialog } from "./Dialog";
import "./Visits.css";

/** "file /home/ada/arm.toml" is arm.toml; a built-in model is called by its name. */
const shortName = (model: string): string => model.replace(/^.*[/ ]/, "").slice(0, 60);

export function Visits() {
  const found = useSignal<Found["visits"] | null>(null);
  const trouble = useSignal("");
  useEffect(() => {
    void ask({ type: "visits" }, "visits").then((answer) => {
      if (answer.type === "visits") found.value = answer.visits;
      else trouble.value = answer.type === "error" ? sentence(answer.message) : "";
    });
  }, []);
  const take = (work: string): void => {
    overlay.value = null;
    void takeUp(work);
  };
  return (
    <Dialog title="Earlier work" kind="visits">
      <div class="content" tabIndex={0}>
        <p class="hint">Each visit keeps its model, history, curves, frames, kept runs and time; undo leads back.</p>
        {trouble.value && <p class="trouble">{trouble.value}</p>}
        {found.value?.length === 0 && <p>Nothing is kept yet.</p>}
        <ul class="visits-list">
          {found.value?.map(({ work, model, title, age }) => (
            <li key={work}>
              <button class="plain" onClick={() => take(work)}>
                <b>{title || "a text with problems"}</b>
                <span>{shortName(model)}</span>
                <time>{ageWords(age)}</time>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
