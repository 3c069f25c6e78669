"use client";

import { useCountdown } from "@/components/ui/use-countdown";
import { formatAge } from "@/lib/domain/pages/format";
import type { FormState } from "@/lib/domain/pages/form-state";

/** What to do next, in the words of a page; the API's own hints speak of headers. */
const ADVICE: Record<string, string> = {
  invalid_token:
    "Check that all of it was pasted: aed_live_ and 64 characters. A token that was ended, or replaced and past its grace, no longer signs in.",
  token_suspended: "It cannot be used until then. Nothing was ended and no credit was lost.",
  sign_in_refused: "Ask the wallet for a new signature. Nothing was charged.",
  no_account_of_wallet: "Sign in with a token of the account, or with the wallet that paid first. Nothing was created.",
  foreign_origin: "Load this page again and send its own form.",
  session_required: "The session has ended. Sign in again.",
  token_required: "Create a token first: the account spends by one.",
  token_in_grace: "Sign in with the token that replaced this one.",
  token_not_found: "It has ended meanwhile, or this session may not end it. Load the page again.",
  token_already_shown: "It was made, and is in the list. If it was not stored, end it and create another.",
  per_account_token_cap_reached: "End one of them first.",
  insufficient_credits: "Top the account up, then try again.",
};

/** What was wrong with a form that was sent, and what to do; nothing while nothing was refused. */
export function RefusedForm({ state }: { state: FormState<unknown> }) {
  const left = useCountdown(state.kind === "refused" ? state.retryAfterSeconds : null);
  if (state.kind !== "refused") return null;
  const isOurs = state.status >= 500;
  return (
    <div role="alert" className="note note-bad">
      <p className="font-medium [overflow-wrap:anywhere]">{state.message.replaceAll("`", "")}</p>
      {ADVICE[state.code] && <p className="mt-1">{ADVICE[state.code]}</p>}
      {left > 0 && <p className="mt-1">Try again in {formatAge(left)}.</p>}
      {isOurs && (
        <p className="mt-1 text-small">
          Request <code className="font-mono break-all">{state.requestId}</code>
        </p>
      )}
    </div>
  );
}
