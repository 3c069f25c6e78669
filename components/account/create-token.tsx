"use client";

import { Field } from "@/components/ui/fields";
import { useActionState, useState } from "react";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import { RefusedForm } from "./refused-form";
import { TokenOnce } from "./token-once";
import { useSingleSubmission } from "./use-single-submission";

export interface NewToken {
  id: number;
  token: string;
  tokenShort: string;
  name: string;
}

interface Props {
  action: (state: FormState<NewToken>, form: FormData) => Promise<FormState<NewToken>>;
  /** Idempotency key, made when the page was rendered. */
  formKey: string;
  longestName: number;
  /** Address of this page without the token. */
  doneHref: string;
}

function CreationForm({ action, formKey, longestName, doneHref, onDone }: Props & { onDone(): void }) {
  const [state, send, isPending] = useActionState<FormState<NewToken>, FormData>(action, IDLE);
  const onSubmit = useSingleSubmission(state);
  if (state.kind === "done") {
    const { token, tokenShort, name } = state.result;
    return (
      <div className="grid gap-3">
        <p role="status">The token “{name}” is made.</p>
        <TokenOnce token={token} tokenShort={tokenShort} doneHref={doneHref} onDone={onDone} />
      </div>
    );
  }
  return (
    <form action={send} onSubmit={onSubmit} className="grid gap-3">
      <input type="hidden" name="key" value={formKey} />
      <Field label="Name: where it is used" name="name" required maxLength={longestName} placeholder="nightly report" />
      <RefusedForm state={state} />
      <button type="submit" className="control control-primary justify-self-start" disabled={isPending}>
        {isPending ? "Creating" : "Create token"}
      </button>
    </form>
  );
}

export function CreateToken(props: Props) {
  const [round, setRound] = useState(0);
  // A form of its own for each token: the state of the last one, which holds its token, ends with it.
  return <CreationForm key={round} {...props} onDone={() => setRound(round + 1)} />;
}
