import { z } from "zod";
import { countPriceDisputes, listOpenPriceDisputes, type DisputedMonth } from "@/db/queries/models/price-disputes";
import { priceSources } from "@/lib/catalogs/price-sources";
import { groupBy } from "@/lib/domain/basics/group-by";
import { roundTo } from "@/lib/domain/basics/arithmetic";
import { CONTRADICTED, type PriceDispute } from "@/lib/domain/models/prices/price-disputes";
import { SET_ASIDE_REASONS } from "@/lib/domain/models/prices/price-units";
import { defineEndpoint, free } from "@/lib/http/endpoint";

const Count = z.int().nonnegative();

const Month = z
  .strictObject({
    month: z.string().describe("YYYY-MM in which the figures were first seen so"),
    set_aside: Count,
    contradicted: Count,
    corrected: Count.describe("Of both kinds, figures that are no longer disputed"),
    median_days_to_correction: z.number().nonnegative().nullable(),
  })
  .meta({ id: "DisputedMonth" });

const Accuracy = z
  .strictObject({
    key: z.string(),
    name: z.string(),
    url: z.string(),
    set_aside_now: Count,
    contradicted_now: Count,
    reasons_now: z.partialRecord(z.enum(SET_ASIDE_REASONS), Count).describe("What is set aside now, by reason"),
    months: z.array(Month).describe("The oldest first"),
  })
  .meta({ id: "PriceSourceAccuracy" });

const toMonth = ({ month, setAside, contradicted, corrected, medianDays }: DisputedMonth): z.input<typeof Month> => ({
  month,
  set_aside: setAside,
  contradicted,
  corrected,
  median_days_to_correction: medianDays === null ? null : roundTo(medianDays, 2),
});

function reasonsOf(disputes: readonly PriceDispute[]): z.input<typeof Accuracy>["reasons_now"] {
  const byReason = groupBy(disputes, ({ reason }) => reason);
  return Object.fromEntries(
    SET_ASIDE_REASONS.flatMap((reason) => (byReason.has(reason) ? [[reason, byReason.get(reason)?.length ?? 0]] : [])),
  );
}

export const priceSourceAccuracy = defineEndpoint({
  method: "GET",
  path: "/api/prices/sources",
  tag: "Models",
  summary: "How the price sources fare: what of each was set aside, contradicted and corrected, by month",
  description:
    "`set_aside` are figures that are not believed, for instance in another unit; `contradicted` those of a listing whose price another source states otherwise. Counted since this service keeps them; /api/models?include=sources shows them.",
  access: free(),
  reads: ["models"],
  maxAgeSeconds: 300,
  query: z.object({}),
  response: z.strictObject({ sources: z.array(Accuracy) }),
}).handle(async ({ db }) => {
  const [months, open] = [groupBy(await countPriceDisputes(db), ({ source }) => source), await listOpenPriceDisputes(db)];
  const now = groupBy(open, ({ source }) => source);
  return {
    sources: priceSources.map(({ key, name, url }) => {
      const disputes = now.get(key) ?? [];
      const contradicted = disputes.filter(({ reason }) => reason === CONTRADICTED).length;
      return {
        key,
        name,
        url,
        set_aside_now: disputes.length - contradicted,
        contradicted_now: contradicted,
        reasons_now: reasonsOf(disputes),
        months: (months.get(key) ?? []).map(toMonth),
      };
    }),
  };
});
