"use server";

import { z } from "zod";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { formatOf, specOf, watchFieldsOf, type WatchFields } from "@/lib/domain/watches/watch-form";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import type { CreatedWatch, WatchFormState, WatchPreview } from "@/lib/domain/watches/watch-form-state";
import { readWatchSpec, type WatchSpec } from "@/lib/domain/watches/watch-spec";
import { answerInSession } from "@/lib/http/session/answer-in-session";
import type { Visit } from "@/lib/http/session/visit";
import { newWatchPage, watchPage } from "@/lib/pages/account/watches";
import { hrefOf } from "@/lib/pages/address";
import { act, fieldsOf, formOf, IdempotencyKey } from "../act";

const Order = z.object({
  form_key: IdempotencyKey,
  step: z.enum(["preview", "create"]).default("preview"),
  secret: z.string().max(1000).default(""),
  fingerprint: z.string().max(20_000).default(""),
});

function secretOf({ secret_choice: choice }: WatchFields, own: string): { secret?: string } {
  if (choice === "none") return {};
  return { secret: choice === "own" ? own : "generate" };
}

/** An empty field asks for the default. Text that is no number is sent as it is, for the API to refuse by name. */
function fireCapOf({ fire_cap: text }: WatchFields): { fire_cap?: unknown } {
  if (text.trim() === "") return {};
  return { fire_cap: /^\d{1,9}$/.test(text.trim()) ? Number(text) : text };
}

const bodyOf = (fields: WatchFields, own: string) => ({
  spec: specOf(fields),
  callback_url: fields.callback_url.trim(),
  format: formatOf(fields),
  ...secretOf(fields, own),
  ...fireCapOf(fields),
});

const shownSpec = (fields: WatchFields): WatchSpec => {
  const { spec } = readWatchSpec(specOf(fields));
  if (spec === null) throw new Error("the endpoint accepted what the form's own check refuses");
  return spec;
};

type Answer = Awaited<ReturnType<typeof answerInSession<typeof createWatch>>>;

const outlookOf = ({ follows, current_value, would_fire_now, warnings }: Answer) => ({ follows, current_value, would_fire_now, warnings });

interface Draft {
  fields: WatchFields;
  own: string;
  idempotencyKey: string;
}

async function preview(visit: Visit, { fields, own, idempotencyKey }: Draft): Promise<WatchPreview> {
  const body = { ...bodyOf(fields, own), dry_run: true };
  const answer = await answerInSession(visit, createWatch, { body, idempotencyKey });
  if (answer.example === undefined) throw new Error("a dry run answered without an example");
  return {
    step: "previewed",
    spec: shownSpec(fields),
    outlook: outlookOf(answer),
    example: { format: body.format as WatchFormat, ...answer.example },
    creditsLeft: answer.billing.credits_remaining,
    fingerprint: JSON.stringify([fields, answer.follows, answer.would_fire_now]),
    notice: null,
  };
}

async function create(visit: Visit, { fields, own, idempotencyKey }: Draft): Promise<CreatedWatch> {
  const answer = await answerInSession(visit, createWatch, { body: bodyOf(fields, own), idempotencyKey });
  if (answer.watch === null) throw new Error("a watch was charged and is not in the answer");
  return {
    step: "created",
    href: hrefOf(watchPage, {}, { id: answer.watch.id }),
    againHref: hrefOf(newWatchPage, { type: fields.type }),
    spec: shownSpec(fields),
    secret: answer.secret ?? null,
    hasSecret: answer.watch.has_secret,
    outlook: outlookOf(answer),
    creditsCharged: answer.billing.credits_charged,
    creditsLeft: answer.billing.credits_remaining,
  };
}

const NOTICE = "The watch or what it sees is not as it was previewed, so this step created and charged nothing. This is the preview now.";

/**
 * Previews a watch, or creates the one that was previewed. The preview runs again before a watch is paid for: when the
 * form or the answer is another one by then, the reader sees that first.
 */
export async function submitWatch(_: WatchFormState, given: FormData): Promise<WatchFormState> {
  const form = formOf(given);
  const typed = watchFieldsOf(form);
  /** The model that was chosen among several of one name. */
  const pick = form.get("pick");
  const fields = typeof pick === "string" ? { ...typed, model: pick } : typed;
  const outcome = await act(createWatch.path, async (visit) => {
    const order = fieldsOf(Order, form);
    const draft = { fields, own: order.secret, idempotencyKey: order.form_key };
    const previewed = await preview(visit, draft);
    if (order.step === "preview") return previewed;
    return order.fingerprint === previewed.fingerprint ? create(visit, draft) : { ...previewed, notice: NOTICE };
  });
  return { fields, outcome };
}
