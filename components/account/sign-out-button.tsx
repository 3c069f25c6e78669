"use client";

import { useActionState } from "react";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import { RefusedForm } from "./refused-form";

export function SignOutButton({ action, label }: { action: (state: FormState<null>) => Promise<FormState<null>>; label: string }) {
  const [state, send, isPending] = useActionState<FormState<null>>(action, IDLE);
  return (
    <form action={send} className="grid gap-2">
      <button type="submit" className="control justify-self-start" disabled={isPending}>
        {label}
      </button>
      <RefusedForm state={state} />
    </form>
  );
}
