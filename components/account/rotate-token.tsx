"use client";

import { useActionState, useState } from "react";
import { formatMoment } from "@/lib/domain/pages/format";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import type { NewToken } from "./create-token";
import { RefusedForm } from "./refused-form";
import { TokenOnce } from "./token-once";
import { useSingleSubmission } from "./use-single-submission";

export interface RotatedToken extends NewToken {
  /** Until when the replaced token may spend. */
  graceUntil: string;
  hasGrace: boolean;
}

interface Props {
  action: (state: FormState<RotatedToken>, form: FormData) => Promise<FormState<RotatedToken>>;
  formKey: string;
  graces: readonly { seconds: number; label: string }[];
  doneHref: string;
}

function RotationForm({ action, formKey, graces, doneHref, onDone }: Props & { onDone(): void }) {
  const [state, send, isPending] = useActionState<FormState<RotatedToken>, FormData>(action, IDLE);
  const onSubmit = useSingleSubmission(state);
  if (state.kind === "done") {
    const { token, tokenShort, graceUntil, hasGrace } = state.result;
    return (
      <div className="grid gap-3">
        <p role="status">
          {hasGrace
            ? `The new token works now. The old one may spend until ${formatMoment(graceUntil)}, and nothing else.`
            : "The new token works now. The old one has ended."}{" "}
          This session goes on with the new token.
        </p>
        <TokenOnce token={token} tokenShort={tokenShort} doneHref={doneHref} onDone={onDone} />
      </div>
    );
  }
  return (
    <form action={send} onSubmit={onSubmit} className="grid gap-3">
      <input type="hidden" name="key" value={formKey} />
      <fieldset>
        <legend className="mb-1 text-small text-fg-muted">The old token may go on spending</legend>
        {graces.map(({ seconds, label }, index) => (
          <label key={seconds} className="flex min-h-6 items-center gap-2 py-1">
            <input type="radio" name="grace" value={seconds} defaultChecked={index === graces.length - 1} />
            {label}
          </label>
        ))}
      </fieldset>
      <RefusedForm state={state} />
      <button type="submit" className="control justify-self-start" disabled={isPending}>
        {isPending ? "Replacing" : "Replace the token"}
      </button>
    </form>
  );
}

export function RotateToken(props: Props) {
  const [round, setRound] = useState(0);
  return <RotationForm key={round} {...props} onDone={() => setRound(round + 1)} />;
}
