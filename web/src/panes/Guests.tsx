// SPDX-License-Identifier: Apache-2.0
// Guests over a network: a link that works once, as text and as a QR code, who came, and the way to send them away.
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { copyText } from "../export/clipboard";
import { ageWords } from "../export/work";
import type { GuestsMessage, InvitationMessage } from "../link/protocol";
import { ask } from "../link/server";
import { sentence } from "../model/format";
import { Dialog } from "./Dialog";
import "./Guests.css";

const stateWords: Record<GuestsMessage["guests"][number]["state"], string> = {
  invited: "has a link",
  here: "is here",
  away: "has no page open",
  expired: "did not come in time",
  revoked: "was sent away",
};

const revokeWords = (state: string): string => (state === "invited" ? "Revoke the link" : "Send away");

/** The cells of a QR code, dark on white in any theme, with the margin that readers need. */
function Square({ rows }: { rows: string[] }) {
  if (rows.length === 0) return null;
  const margin = 4;
  const side = rows.length + 2 * margin;
  const path = rows
    .flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + margin} ${y + margin}h1v1h-1z` : "")))
    .join("");
  return (
    <svg class="guest-square" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="The link as a QR code">
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

function Invitation({ invitation }: { invitation: InvitationMessage }) {
  const copied = useSignal(false);
  return (
    <section class="guest-invitation" aria-label={`Link for guest ${invitation.number}`}>
      <Square rows={invitation.square} />
      <div>
        <p>
          For guest {invitation.number}: opened once, within {Math.round(invitation.seconds / 60)} minutes, on this
          network.
        </p>
        <textarea
          rows={4}
          readOnly
          aria-label="Link for a guest"
          value={invitation.link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button class="button" onClick={() => void copyText(invitation.link).then((done) => (copied.value = done))}>
          {copied.value ? "Copied" : "Copy the link"}
        </button>
      </div>
    </section>
  );
}

export function Guests() {
  const known = useSignal<GuestsMessage | null>(null);
  const invitation = useSignal<InvitationMessage | null>(null);
  const trouble = useSignal("");
  const look = async (): Promise<void> => {
    const answer = await ask({ type: "guests" }, "guests");
    if (answer.type === "guests") known.value = answer;
    else trouble.value = answer.type === "error" ? sentence(answer.message) : "";
  };
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), 2000);
    return () => clearInterval(timer);
  }, []);
  const invite = async (): Promise<void> => {
    const answer = await ask({ type: "invite" }, "invitation");
    trouble.value = answer.type === "error" ? sentence(answer.message) : "";
    if (answer.type === "invitation") invitation.value = answer;
    await look();
  };
  const revoke = async (number: number): Promise<void> => {
    await ask({ type: "revoke", number }, "guests");
    if (invitation.value?.number === number) invitation.value = null;
    await look();
  };
  const isOpen = invitation.value && known.value?.guests[invitation.value.number - 1]?.state === "invited";
  return (
    <Dialog title="Guests" kind="guests">
      <div class="content" tabIndex={-1}>
        {known.value && (
          <p class="hint">
            At {known.value.host}, up to {known.value.most} guests. Each has a copy of the model, 64 MB and 5 s for a
            question; no proofs, and nothing of a guest is kept.
          </p>
        )}
        {known.value && !known.value.encrypted && (
          <p class="guest-warning">
            Not encrypted: anyone on this network can read what guests do and take over a guest's session.
          </p>
        )}
        {trouble.value && (
          <p class="trouble" role="alert">
            {trouble.value}
          </p>
        )}
        <button class="button main" onClick={() => void invite()}>
          Make a link for a guest
        </button>
        {invitation.value && isOpen && <Invitation invitation={invitation.value} />}
        <ul class="guest-list" aria-label="Guests">
          {known.value?.guests.map(({ number, state, age }) => (
            <li key={number}>
              <b>Guest {number}</b>
              <span>{stateWords[state]}</span>
              <time>link made {ageWords(age)}</time>
              {state !== "revoked" && state !== "expired" && (
                <button
                  class="button"
                  aria-label={`${revokeWords(state)}: guest ${number}`}
                  onClick={() => void revoke(number)}
                >
                  {revokeWords(state)}
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
