// SPDX-License-Identifier: Apache-2.0
// A dialog over the page: the browser's own, so that focus stays inside, Escape leaves, and focus goes back.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { overlay } from "../overlay";
import "./Dialog.css";

export function Dialog(props: { title: string; kind: string; plain?: boolean; children: ComponentChildren }) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current!;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  const shut = (): void => {
    overlay.value = null;
  };
  return (
    <dialog
      ref={place}
      class={`dialog ${props.kind}`}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        shut();
      }}
      onClick={(event) => event.target === place.current && shut()}
    >
      <div class="dialog-body">
        {!props.plain && (
          <div class="dialog-head">
            <h2>{props.title}</h2>
            <button class="plain close" aria-label="Close" onClick={shut}>
              ✕
            </button>
          </div>
        )}
        {props.children}
      </div>
    </dialog>
  );
}
