// SPDX-License-Identifier: Apache-2.0
// Opening a pasted link, and showing one that the browser would not put on the clipboard.
import { useSignal } from "@preact/signals";
import { openLink } from "../export/files";
import { overlay } from "../overlay";
import { textOfLink } from "../export/share";
import { Dialog } from "./Dialog";

export function Links({ share }: { share: string | undefined }) {
  const typed = useSignal("");
  const wrong = useSignal("");
  if (share !== undefined)
    return (
      <Dialog title="A link to this model" kind="links">
        <div class="content">
          <p class="hint">The browser did not allow copying: copy it from here. The link carries the whole model.</p>
          <textarea
            rows={5}
            readOnly
            aria-label="Link"
            value={share}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
      </Dialog>
    );
  const go = async (): Promise<void> => {
    try {
      await textOfLink(typed.value);
    } catch (reason) {
      wrong.value = (reason as Error).message;
      return;
    }
    overlay.value = null;
    await openLink(typed.value);
  };
  return (
    <Dialog title="Open a link" kind="links">
      <form
        class="content"
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <label for="link-field">A link that somebody shared, with #m= in it</label>
        <textarea
          id="link-field"
          rows={4}
          value={typed.value}
          aria-invalid={wrong.value !== ""}
          aria-describedby="link-trouble"
          onInput={(event) => (typed.value = event.currentTarget.value)}
        />
        <p id="link-trouble" class="trouble" role="alert">
          {wrong.value}
        </p>
        <button class="button main" disabled={typed.value.trim() === ""}>
          Open
        </button>
      </form>
    </Dialog>
  );
}
