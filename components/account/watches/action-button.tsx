"use client";

import { useActionState } from "react";
import { RefusedForm } from "@/components/account/refused-form";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";

export type WatchAction = (state: FormState<string>, form: FormData) => Promise<FormState<string>>;

interface Props {
  action: WatchAction;
  label: string;
  pendingLabel: string;
  /** What the action is about: `id` of the watch, `delivery`. */
  fields: Readonly<Record<string, string>>;
  isPrimary?: boolean;
}

/** One button that does one thing and says what came of it. */
export function ActionButton({ action, label, pendingLabel, fields, isPrimary = false }: Props) {
  const [state, send, isPending] = useActionState<FormState<string>, FormData>(action, IDLE);
  return (
    <form action={send} className="grid justify-items-start gap-2">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={`control ${isPrimary ? "control-primary" : ""}`} disabled={isPending}>
        {isPending ? pendingLabel : label}
      </button>
      <p role="status" className="text-small empty:hidden">
        {state.kind === "done" ? state.result : ""}
      </p>
      <RefusedForm state={state} />
    </form>
  );
}
