"use client";

import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import { RefusedForm } from "@/components/account/refused-form";
import { IDLE } from "@/lib/domain/pages/form-state";
import { faultyField, formatNote, watchFieldsOf, type WatchFields } from "@/lib/domain/watches/watch-form";
import type { WatchFormState } from "@/lib/domain/watches/watch-form-state";
import { draftSentence } from "@/lib/domain/watches/watch-sentence";
import { NewWatch } from "./new-watch";
import { WatchFieldset } from "./watch-fieldset";
import { WatchPreviewNote } from "./watch-preview-note";

interface Props {
  action: (state: WatchFormState, form: FormData) => Promise<WatchFormState>;
  /** Made when the form was rendered. */
  formKey: string;
  initial: WatchFields;
  /** What a watch costs, as "1 credit". */
  price: string;
}

const isSame = (left: WatchFields, right: WatchFields): boolean => JSON.stringify(left) === JSON.stringify(right);

const candidatesOf = ({ outcome }: WatchFormState): string[] => {
  const { candidates } = outcome.kind === "refused" ? outcome.details : {};
  return Array.isArray(candidates) ? candidates.filter((one): one is string => typeof one === "string").slice(0, 10) : [];
};

/** Submitting by name keeps what was typed: React empties a form that it submits itself. */
function submit(event: React.FormEvent<HTMLFormElement>, send: (form: FormData) => void): void {
  event.preventDefault();
  const { currentTarget: form } = event;
  const { submitter } = event.nativeEvent as SubmitEvent;
  const model = form.elements.namedItem("model");
  const isPick = submitter instanceof HTMLButtonElement && submitter.name === "pick";
  if (isPick && model instanceof HTMLInputElement) model.value = submitter.value;
  const fields = new FormData(form, submitter);
  startTransition(() => send(fields));
}

/** A watch is previewed for nothing before it can be created for a credit. Works without JavaScript, where every step is a page. */
export function WatchForm({ action, formKey, initial, price }: Props) {
  const [state, send, isPending] = useActionState(action, { fields: initial, outcome: IDLE });
  const [typed, setTyped] = useState<WatchFields | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef<HTMLElement>(null);
  const { outcome } = state;
  const fault = outcome.kind === "refused" ? faultyField(outcome.code, outcome.details.reason) : null;
  const preview = outcome.kind === "done" && outcome.result.step === "previewed" ? outcome.result : null;
  const isChanged = typed !== null && !isSame(typed, state.fields);
  useEffect(() => {
    // Fields may have been changed while the answer was on its way. The preview is then of another watch.
    setTyped(form.current && watchFieldsOf(new FormData(form.current)));
    const next = fault === null ? shown.current : form.current?.elements.namedItem(fault);
    if (next instanceof HTMLElement) next.focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [state]);
  if (outcome.kind === "done" && outcome.result.step === "created") return <NewWatch watch={outcome.result} />;
  return (
    <form
      ref={form}
      action={send}
      onSubmit={(event) => submit(event, send)}
      onInput={(event) => setTyped(watchFieldsOf(new FormData(event.currentTarget)))}
      className="watch-form card grid gap-4 p-4"
    >
      <input type="hidden" name="type" value={state.fields.type} />
      <input type="hidden" name="form_key" value={formKey} />
      <input type="hidden" name="fingerprint" value={preview?.fingerprint ?? ""} />
      <p className="text-h2 font-semibold [overflow-wrap:anywhere]" aria-live="polite">
        {draftSentence(typed ?? state.fields)}.
      </p>
      <WatchFieldset fields={state.fields} fault={fault} />
      <p className="text-small text-fg-muted" aria-live="polite">
        {formatNote(typed ?? state.fields)}
      </p>
      <RefusedForm state={outcome} />
      {candidatesOf(state).length > 0 && (
        <div className="grid gap-2">
          <p>Which of them?</p>
          <p className="flex flex-wrap gap-2">
            {candidatesOf(state).map((candidate) => (
              <button key={candidate} type="submit" name="pick" value={candidate} className="control max-w-full break-all">
                {candidate}
              </button>
            ))}
          </p>
        </div>
      )}
      {preview && <WatchPreviewNote ref={shown} preview={preview} isChanged={isChanged} />}
      <div className="flex flex-wrap items-center gap-3">
        <button
          type="submit"
          name="step"
          value="preview"
          className={`control ${preview && !isChanged ? "" : "control-primary"}`}
          disabled={isPending}
        >
          {isPending ? "One moment" : preview ? "Preview again, free" : "Preview, free"}
        </button>
        {preview && !isChanged && (
          <button type="submit" name="step" value="create" className="control control-primary" disabled={isPending}>
            Create watch, {price}
          </button>
        )}
      </div>
    </form>
  );
}
