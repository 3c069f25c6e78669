import { z } from "zod";
import { activateWatch, draftWatch, listWatches as listRows, type Watch as WatchRow } from "@/db/queries/watches/watches";
import { findServices } from "@/lib/catalogs/find-services";
import { LOOKUPS } from "@/lib/domain/money/call-breakers";
import { utcDay } from "@/lib/domain/basics/date-range";
import { fireMessage } from "@/lib/domain/watches/chat/fire-message";
import { formatFor, formatWarning, type WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import { exampleMatch } from "@/lib/domain/watches/example-match";
import { isEncodedSecret } from "@/lib/domain/watches/signing-secret";
import { takeAccountUse } from "@/lib/loaders/money/take-account-use";
import { uncharged, type CallPayer } from "@/lib/money/call/paid-call";
import { FIRE_CAP, MOST_ACTIVE_WATCHES, SECRET_LENGTH, WATCH_DAYS } from "@/lib/domain/watches/watch-limits";
import { watchOutlook } from "@/lib/domain/watches/watch-outlook";
import { readWatchSpec, type WatchSpec } from "@/lib/domain/watches/watch-spec";
import { WATCH_STATES } from "@/lib/domain/watches/watch-state";
import { ApiError } from "@/lib/errors";
import { defineEndpoint, premium, token } from "@/lib/http/endpoint";
import { holderOf, spendableOf } from "@/lib/loaders/money/holder-of";
import { BillingSchema } from "@/lib/http/premium-body";
import { watchSubject, type WatchSubject } from "@/lib/loaders/watches/watch-subject";
import { integerParam } from "@/lib/schemas/params";
import { NewWatchBody, Outlook, Watch, WatchExample } from "@/lib/schemas/watches";
import { showWatch } from "@/lib/watches/show-watch";
import { generateWatchSecret, newWatchId, sealWatchSecret } from "@/lib/watches/watch-secret";
import { fireBodyFor, messageContext } from "@/lib/watches/delivery/delivery-body";
import { needsLookup } from "@/lib/watches/delivery/check-callback-url";
import { requireCallback } from "@/lib/watches/delivery/require-callback";
import { DAY_MS } from "@/lib/domain/basics/time";

function payerOf({ payer }: { payer: CallPayer | null }): CallPayer {
  if (!payer) throw new Error("this endpoint is not declared with access `premium`");
  return payer;
}

const Reason = z.object({ parameter: z.string().optional(), reason: z.string().optional() });
const Cap = z.object({ limit: z.int() });

function requireSpec(json: unknown): WatchSpec {
  const { spec, fault } = readWatchSpec(json);
  if (spec === null) throw new ApiError("invalid_spec", undefined, { reason: fault });
  return spec;
}

const tooManyWatches = (): ApiError =>
  new ApiError("per_token_watch_cap_reached", `An account has at most ${MOST_ACTIVE_WATCHES} active watches.`, {
    limit: MOST_ACTIVE_WATCHES,
  });

/** What a caller should know of a secret of its own. */
const secretWarning = (secret: string | null | undefined): string | null =>
  typeof secret === "string" && secret !== "generate" && secret.length < SECRET_LENGTH.short
    ? `The secret has ${secret.length} characters: fewer than ${SECRET_LENGTH.short} can be guessed. \`generate\` makes a good one.`
    : null;

const isSaid = (warning: string | null): warning is string => warning !== null;

/** A delivery as this watch would send it, with made-up figures and ids. */
function exampleOf(
  format: WatchFormat,
  spec: WatchSpec,
  { subjects, lastValue }: Pick<WatchSubject, "subjects" | "lastValue">,
  now: Date,
): z.input<typeof WatchExample> {
  const service = spec.type === "status" ? findServices(spec.provider).pages[0] : undefined;
  const match = exampleMatch(spec, { subjects, service, lastValue, today: utcDay(now) });
  const ids = { watchId: `wat_${"0".repeat(24)}`, deliveryId: `dlv_${"0".repeat(24)}` };
  const { sentence, lines, link } = fireMessage(match, messageContext(ids.watchId, subjects));
  const fire = { ...ids, firedAt: now, fireCount: 1, fireCap: FIRE_CAP.default, spec, match };
  return { sentence, lines: [...lines], link, body: fireBodyFor({ format, subjects }, fire) };
}

/** What a watch that has done nothing yet has. */
const beginning = (now: Date) => ({
  id: newWatchId(),
  isVerified: false,
  fireCount: 0,
  createdAt: now,
  expiresAt: new Date(now.getTime() + WATCH_DAYS * DAY_MS),
  endedAt: null,
  lastFiredAt: null,
  lastDeliveryStatus: null,
  lookedUpVersion: null,
  evaluatedFor: null,
});

/** An example's callback is an address, so that no name has to be resolved. */
const CALLBACK = "https://93.184.215.14/hook";

export const createWatch = defineEndpoint({
  method: "POST",
  path: "/api/premium/watches",
  tag: "Watches",
  summary:
    "Registers a watch: a webhook or chat message about a model's price, abilities or end, a provider's status or new models, or a digest",
  description: `Each fire is one signed POST to \`callback_url\`, sent once, and again by itself only where a chat product asks to wait. Price watches fire when a price crosses the threshold or changes, status watches when a provider's state does, digests every day or week after 07:00 UTC, retirement watches when the end of a model is announced or moves and on the days before it that \`days_before\` names, once each, capability watches when the context window, limits, modalities or capabilities of a model change, new_model watches when a model of a maker is listed for the first time; only what changes after registration counts. A watch ends after ${WATCH_DAYS} days or at \`fire_cap\`. A watch whose address is an incoming webhook of Slack, Discord or Teams, or whose \`format\` is slack, discord or teams, sends a sentence with a link, as an incoming webhook of that product takes it, instead of the JSON body; where the product answers 429, it waits and is sent again. Nothing is sent at registration, and nothing once all tokens of the account are revoked; POST /api/premium/watches/{id}/test sends a ping. The answer says what the watch sees now and whether its condition holds already; \`dry_run: true\` answers the same for nothing, creates nothing, and has an \`example\` of a delivery in the place of \`watch\`. Every delivery is also signed with the service's own key. With \`secret: "generate"\` or a \`whsec_\` secret of your own \`new Webhook(secret)\` of the Standard Webhooks libraries verifies \`webhook-signature\` as it is; with any other text it takes \`{ format: "raw" }\`.`,
  access: premium(1),
  reads: [],
  maxAgeSeconds: 0,
  body: NewWatchBody,
  response: z.strictObject({
    dry_run: z.literal(true).optional(),
    watch: Watch.nullable().describe("Null in a dry run"),
    example: WatchExample.optional().describe("Only in a dry run"),
    secret: z.string().optional().describe("Only where it was generated, and never again"),
    ...Outlook,
  }),
  onCharge: activateWatch,
  isDryRun: ({ dry_run: isDryRun }) => isDryRun,
  isSecret: ({ secret }) => secret !== undefined,
  errors: {
    invalid_json: Reason,
    invalid_spec: Reason,
    callback_url_required: Reason,
    invalid_callback_url: Reason,
    callback_url_unresolvable: Reason,
    fire_cap_invalid: Reason,
    invalid_secret: Reason,
    ambiguous_model: z.object({ candidates: z.array(z.string()) }),
    per_token_watch_cap_reached: Cap,
    callback_check_unavailable: Reason,
  },
  example: {
    bodyName: "a price falls below a threshold",
    body: {
      spec: { type: "price", model: "Claude Opus 4.5", field: "blended", op: "lt", threshold: 10 },
      callback_url: CALLBACK,
      secret: "generate",
    },
    otherBodies: {
      "a price changes": { spec: { type: "price", model: "Claude Opus 4.5", field: "inputPrice", op: "changes" }, callback_url: CALLBACK },
      "a provider goes down": { spec: { type: "status", provider: "anthropic", op: "becomes", value: "down" }, callback_url: CALLBACK },
      "a provider's status changes": { spec: { type: "status", provider: "anthropic", op: "changes" }, callback_url: CALLBACK },
      "a model is to be retired": { spec: { type: "retirement", model: "Claude Opus 4.5" }, callback_url: CALLBACK },
      "what a model can do changes": { spec: { type: "capability", model: "Claude Opus 4.5" }, callback_url: CALLBACK },
      "a maker lists a new model": { spec: { type: "new_model", provider: "anthropic" }, callback_url: CALLBACK },
      "a message to a channel of Slack": {
        spec: { type: "price", model: "Claude Opus 4.5", field: "inputPrice", op: "changes" },
        callback_url: CALLBACK,
        format: "slack",
      },
      "a digest of price changes": { spec: { type: "digest", cadence: "daily" }, callback_url: CALLBACK },
    },
  },
}).handle(async ({ body, payer, holder, db, now }) => {
  const spec = requireSpec(body.spec);
  const accountId = holder?.accountId ?? (await payerOf({ payer }).accountId());
  if (needsLookup(body.callback_url)) await takeAccountUse(db, accountId, LOOKUPS, now);
  const { url } = await requireCallback(body.callback_url, { isDryRun: body.dry_run });
  const format = formatFor(body.format, body.callback_url);
  const { warnings, ...subject } = await watchSubject(db, spec, now);
  const { value, holds, warning } = watchOutlook(spec, subject);
  const outlook = {
    follows: subject.subjects,
    current_value: value,
    would_fire_now: holds,
    warnings: [...warnings, warning, secretWarning(body.secret), formatWarning(format, body.callback_url)].filter(isSaid),
  };
  if (body.dry_run) return { dry_run: true as const, watch: null, ...outlook, example: exampleOf(format, spec, subject, now) };
  const call = payerOf({ payer });
  const secret = body.secret === "generate" ? generateWatchSecret() : (body.secret ?? null);
  const watch: Omit<WatchRow, "status" | "goneSince"> = {
    ...beginning(now),
    accountId,
    paidBy: call.reference,
    spec,
    ...subject,
    format,
    callbackUrl: url.href,
    callbackHost: url.hostname,
    sealedSecret: secret === null ? null : sealWatchSecret(secret),
    isSecretEncoded: secret !== null && isEncodedSecret(secret),
    fireCap: body.fire_cap ?? FIRE_CAP.default,
  };
  if (!(await draftWatch(db, watch))) throw tooManyWatches();
  return { watch: showWatch({ ...watch, status: "active" }, now), ...(body.secret === "generate" && secret ? { secret } : {}), ...outlook };
});

export const listWatches = defineEndpoint({
  method: "GET",
  path: "/api/premium/watches",
  tag: "Watches",
  summary: "The watches of an account, newest first",
  description:
    "Free for the token holder. Those that were deleted are listed only with `status=deleted`; ended ones stay readable for 30 days.",
  access: token(),
  reads: [],
  maxAgeSeconds: 0,
  query: z.object({
    status: z.enum(WATCH_STATES).optional().describe("Only watches in this state"),
    limit: integerParam(1, 200).default(100).describe("How many at most"),
  }),
  response: z.strictObject({ count: z.int(), watches: z.array(Watch), billing: BillingSchema }),
}).handle(async ({ query, db, now, holder }) => {
  const owner = holderOf({ holder });
  const rows = await listRows(db, owner.accountId, { state: query.status ?? null, limit: query.limit, now });
  return { count: rows.length, watches: rows.map((row) => showWatch(row, now)), billing: uncharged(spendableOf(owner)) };
});
