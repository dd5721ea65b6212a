// SPDX-License-Identifier: Apache-2.0
// Opening a pasted link; and a link to the model, with how a colleague opens it.
import { useSignal } from "@preact/signals";
import { copyText } from "../export/clipboard";
import { openLink } from "../export/files";
import { overlay } from "../overlay";
import { textOfLink } from "../export/share";
import { Dialog } from "./Dialog";

/** The link, whether it is on the clipboard, and how it is opened elsewhere. */
function Shared({ link, copied }: { link: string; copied: boolean }) {
  const command = `oopss workbench '${link}'`;
  return (
    <Dialog title="A link to this model" kind="links">
      <div class="content">
        <p class="hint" role="status">
          {copied
            ? `The link is on the clipboard: ${link.length} characters, the whole model.`
            : "The browser did not allow copying: copy the link from here. It carries the whole model."}
        </p>
        <textarea rows={5} readOnly aria-label="Link" value={link} onFocus={(event) => event.currentTarget.select()} />
        <h3>How a colleague opens it</h3>
        <p>
          The address is that of your own computer: elsewhere a browser alone finds nothing there. Who has OOPSS opens
          the link by
        </p>
        <ul>
          <li>
            <code>oopss workbench 'LINK'</code> in a terminal, with the quotes
          </li>
          <li>
            <i>File, Open link</i> in a workbench that runs already
          </li>
        </ul>
        <p>
          Who has not can play an offline page: <i>File, Export, HTML</i>. Nothing of the model is sent anywhere: it is
          in the link itself.
        </p>
        <button class="button" onClick={() => void copyText(command)}>
          Copy the command
        </button>
      </div>
    </Dialog>
  );
}

export function Links({ share }: { share: { link: string; copied: boolean } | undefined }) {
  const typed = useSignal("");
  const wrong = useSignal("");
  if (share !== undefined) return <Shared {...share} />;
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
