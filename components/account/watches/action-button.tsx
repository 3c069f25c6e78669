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

/** A button that says what came of it, in a line of its own below the row of buttons. */
export function ActionButton({ action, label, pendingLabel, fields, isPrimary = false }: Props) {
  const [state, send, isPending] = useActionState<FormState<string>, FormData>(action, IDLE);
  return (
    <form action={send} className="contents">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={`control ${isPrimary ? "control-primary" : ""}`} disabled={isPending}>
        {isPending ? pendingLabel : label}
      </button>
      <p role="status" className="order-1 basis-full text-small empty:hidden">
        {state.kind === "done" ? state.result : ""}
      </p>
      {state.kind === "refused" && (
        <div className="order-1 basis-full">
          <RefusedForm state={state} />
        </div>
      )}
    </form>
  );
}
