import { z } from "zod";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { deleteWatch, watch } from "@/lib/endpoints/premium/watches/[id]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { WATCH_TYPES } from "@/lib/domain/watches/watch-spec";
import { Refused } from "../refused";
import { defineTool, of, own, type Ask, type Found, type Row, type Values } from "../tool";

const ACTIONS = ["list", "get", "preview", "create", "delete", "test"] as const;

const SPEC_MEMBERS = ["type", "model", "provider", "models", "field", "op", "threshold", "value", "cadence", "days_before"] as const;

const COLUMNS = ["id", "type", "about", "status", "fire_count", "last_fired_at", "expires_at", "callback_url"];

interface ShownWatch {
  id: string;
  spec: object;
  [member: string]: unknown;
}

function toRow({ spec, ...rest }: ShownWatch): Row {
  const { type, ...about } = spec as Record<string, unknown>;
  return { ...rest, type, about };
}

function requireId({ id, action }: Values): string {
  if (id === undefined) throw new Refused(`\`id\` is required where \`action\` is ${action}: an id that the action list gives.`);
  return id;
}

async function register(raw: Readonly<Record<string, unknown>>, ask: Ask, isPreview: boolean): Promise<Found> {
  const spec = Object.fromEntries(SPEC_MEMBERS.flatMap((name) => (raw[name] === undefined ? [] : [[name, raw[name]]])));
  const body = { spec, callback_url: raw.callback_url, ...(isPreview ? { dry_run: true } : { secret: "generate" }) };
  const answer = await ask.call(createWatch, { body });
  const { watch: made, secret, would_fire_now: fires, current_value: now, follows, warnings, example } = answer;
  return {
    summary: made ? `Watch ${made.id} is registered.` : "Nothing was created: this is what the watch would see.",
    details: {
      would_fire_now: fires,
      current_value: now,
      follows,
      ...(example && { example: example.sentence }),
      ...(secret === undefined ? {} : { secret }),
    },
    rows: made ? [toRow(made)] : [],
    columns: COLUMNS,
    notes: [...warnings, ...(secret === undefined ? [] : ["The secret is shown once: deliveries are signed with it."])],
  };
}

async function listed(ask: Ask): Promise<Found> {
  const { watches, count } = await ask.call(listWatches);
  return { summary: `The account has ${count} watches.`, rows: watches.map(toRow), columns: COLUMNS };
}

async function one(values: Values, ask: Ask): Promise<Found> {
  const { watch: found } = await ask.call(watch, { params: { id: requireId(values) } });
  return { summary: `Watch ${found.id} is ${found.status}.`, rows: [toRow(found)], columns: COLUMNS };
}

async function deleted(values: Values, ask: Ask): Promise<Found> {
  const { id } = await ask.call(deleteWatch, { params: { id: requireId(values) } });
  return { summary: `Watch ${id} is deleted.`, rows: [], columns: COLUMNS };
}

async function tested(values: Values, ask: Ask): Promise<Found> {
  const answer = await ask.call(testWatch, { params: { id: requireId(values) } });
  return { summary: "A ping was sent to the callback address.", details: answer as Record<string, unknown>, rows: [], columns: COLUMNS };
}

export const watchesTool = defineTool({
  name: "watches",
  title: "Watches",
  description: "Webhooks or chat messages on prices, status and models. preview is free, create costs",
  isPaid: true,
  isShort: true,
  charges: [createWatch],
  writes: true,
  takes: {
    action: own(z.enum(ACTIONS).describe("What")),
    id: of(watch, "id", "Of a watch", { isRequired: false }),
    type: own(z.enum(WATCH_TYPES).optional().describe("Kind")),
    model: own(z.string().optional().describe("Name")),
    models: own(z.array(z.string()).optional().describe("Names")),
    provider: own(z.string().optional().describe("Or maker")),
    field: own(z.enum(["inputPrice", "outputPrice", "blended"]).optional().describe("For price")),
    op: own(z.enum(["lt", "gt", "changes", "becomes"]).optional().describe("becomes for status")),
    threshold: own(z.number().optional().describe("USD per 1M")),
    value: own(z.enum(["operational", "degraded", "down"]).optional().describe("State")),
    cadence: own(z.enum(["daily", "weekly"]).optional().describe("Digest")),
    callback_url: of(createWatch, "callback_url", "https", { isRequired: false }),
  },
  row: { id: "string", type: "string", status: "string" },
  answer(values, ask, raw) {
    const { action } = values;
    if (action === "list") return listed(ask);
    if (action === "create" || action === "preview") return register(raw, ask, action === "preview");
    if (action === "delete") return deleted(values, ask);
    return action === "test" ? tested(values, ask) : one(values, ask);
  },
});
