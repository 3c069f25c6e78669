"use client";

import { useActionState } from "react";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import { RefusedForm } from "./refused-form";

interface Props {
  action: (state: FormState<null>, form: FormData) => Promise<FormState<null>>;
  /** Sent as they are. */
  fields: Readonly<Record<string, string>>;
  submit: string;
  /** What the reader must have ticked first; null where nothing is lost for good. */
  tick: string | null;
  cancelHref: string;
}

/** The last step before something ends: a tick where credits would be lost, and the way back. */
export function ConfirmedForm({ action, fields, submit, tick, cancelHref }: Props) {
  const [state, send, isPending] = useActionState<FormState<null>, FormData>(action, IDLE);
  return (
    <form action={send} className="grid gap-3">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {tick !== null && (
        <label className="flex min-h-6 items-start gap-2">
          <input type="checkbox" name="confirmed" value="yes" required className="mt-1" />
          {tick}
        </label>
      )}
      <RefusedForm state={state} />
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="control control-danger" disabled={isPending}>
          {submit}
        </button>
        <a href={cancelHref} className="control">
          Cancel
        </a>
      </div>
    </form>
  );
}
