"use client";

import { useActionState } from "react";
import { RefusedForm } from "@/components/account/refused-form";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import type { WatchAction } from "./action-button";

/** A form around the log of a watch: each delivery that can be sent again has a button of it. */
export function RedeliverForm({ action, watchId, children }: { action: WatchAction; watchId: string; children: React.ReactNode }) {
  const [state, send, isPending] = useActionState<FormState<string>, FormData>(action, IDLE);
  return (
    <form action={send} className="grid gap-3">
      <input type="hidden" name="id" value={watchId} />
      <p role="status" className="note note-ok [overflow-wrap:anywhere] empty:hidden">
        {state.kind === "done" ? state.result : ""}
      </p>
      <RefusedForm state={state} />
      <fieldset disabled={isPending} className="min-w-0">
        <legend className="sr-only">Deliveries</legend>
        {children}
      </fieldset>
    </form>
  );
}
