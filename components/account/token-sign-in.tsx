"use client";

import { Field } from "@/components/ui/fields";
import { useActionState, useLayoutEffect, useRef } from "react";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import { RefusedForm } from "./refused-form";

interface Props {
  action: (state: FormState<null>, form: FormData) => Promise<FormState<null>>;
  /** Path to go to once signed in. */
  next: string;
}

/** Signs in with a token; a password manager fills and keeps it like a password. */
export function TokenSignIn({ action, next }: Props) {
  const [state, send, isPending] = useActionState<FormState<null>, FormData>(action, IDLE);
  const field = useRef<HTMLInputElement>(null);
  const typed = useRef("");
  // React empties a form that was sent; who mistyped goes on from what was typed.
  useLayoutEffect(() => {
    if (state.kind !== "refused" || !field.current) return;
    field.current.value = typed.current;
    field.current.focus();
  }, [state]);
  return (
    <form action={send} onSubmit={() => (typed.current = field.current?.value ?? "")} className="grid gap-3">
      <input type="hidden" name="next" value={next} />
      <input type="text" name="username" autoComplete="username" tabIndex={-1} aria-hidden className="sr-only" />
      <Field
        label="Access token"
        ref={field}
        type="password"
        name="token"
        required
        maxLength={300}
        autoComplete="current-password"
        autoCapitalize="none"
        placeholder="aed_live_…"
        isFaulty={state.kind === "refused"}
        className="font-mono"
      />
      <RefusedForm state={state} />
      <button type="submit" className="control control-primary justify-self-start" disabled={isPending}>
        {isPending ? "Signing in" : "Sign in"}
      </button>
    </form>
  );
}
