import { z } from "zod";
import { REASON_WORDS, UNKNOWN_REASONS, type UnknownReason } from "@/lib/domain/status/unknown-reason";
import { MatchNote, UnmatchedModel } from "./models/matched-model";
import { ServiceStatus, STARTED_BEFORE, StatusService } from "./status";

const CHECK_REASONS = [...UNKNOWN_REASONS, "not_followed"] as const;

export const CHECK_REASON_WORDS: Readonly<Record<UnknownReason | "not_followed", string>> = {
  ...REASON_WORDS,
  not_followed: "no status page of it is followed here",
};

const CheckedProbe = z
  .strictObject({
    says: z
      .enum(["answering", "failing", "unclear"])
      .describe("failing: two or more calls of the last hour, one within 20 minutes; unclear: too few calls, or answered again"),
    okShare: z.number().min(0).max(1).describe("Of 24 hours, like medianMs and count"),
    medianMs: z.number().nullable(),
    count: z.int(),
    lastHour: z.strictObject({ count: z.int(), failed: z.int() }),
    lastProbeAt: z.iso.datetime(),
    lastOkAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "CheckedProbe" });

export const CheckedService = StatusService.pick({ name: true, provider: true, maintenance: true, openEvents: true })
  .extend({
    asked: z.array(z.string()).describe("The names that mean it"),
    status: ServiceStatus.describe(
      "The page's, or degraded where only our probe fails. A probe that is answered makes nothing operational",
    ),
    reason: z.enum(CHECK_REASONS).nullable().describe("Why the page's status is unknown; null where it is known"),
    since: z.iso.datetime().nullable().describe("When its open incident began"),
    incident: z.strictObject({ title: z.string(), started_before: STARTED_BEFORE }).nullable(),
    page: z
      .strictObject({ status: ServiceStatus, checkedAt: z.iso.datetime().nullable(), url: z.url() })
      .nullable()
      .describe("What the provider says. A check older than two cadences is unknown; null where no page is followed"),
    probe: CheckedProbe.nullable().describe("Our own calls of its API without a key; null without a current one"),
    disagree: z.boolean().nullable().describe("Whether page and probe disagree; null where either says nothing"),
  })
  .meta({ id: "CheckedService" });

export type CheckedService = z.output<typeof CheckedService>;

const CheckedModel = z
  .strictObject({
    matched: z.literal(true),
    query: z.string().describe("As asked"),
    id: z.string().describe("`provider/id` of the listing that is meant"),
    provider: z.string().describe("Provider id of the listing's seller"),
    match_note: MatchNote,
    notes: z.array(z.string()).describe("On the retirement of the listing"),
  })
  .meta({ id: "CheckedModel" });

export const CheckedModels = z
  .array(z.union([CheckedModel, UnmatchedModel]))
  .nullable()
  .describe("What each of `models` means, in the order asked; null for `services`");

export type CheckedModels = z.output<typeof CheckedModels>;
