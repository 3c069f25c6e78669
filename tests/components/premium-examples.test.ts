import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { DayAnswer } from "@/components/changes/day-comparison";
import type { WindowAnswer } from "@/components/changes/window-changes";
import { ATTENTION_EXAMPLE, PROBE_EXAMPLE, PROFILE_EXAMPLE, UPTIME_EXAMPLE } from "@/components/provider/examples";
import type { AttentionAnswer, ProbeAnswer, ProfileAnswer } from "@/components/provider/premium-answers";
import type { CveAnswer } from "@/components/security/cve-card";
import { CVE_EXAMPLE } from "@/components/security/cve-example";
import { CVE_LABELS, CVE_SOURCES } from "@/lib/domain/security/cve-facts";
import { COMPARE_EXAMPLE } from "@/components/models/compare-answer";
import { BILL_EXAMPLE } from "@/components/models/bill-answer";
import type { BillAnswer, CompareAnswer, ProjectionAnswer, RoutingAnswer } from "@/components/models/premium-answers";
import { PROJECTION_EXAMPLE } from "@/components/models/projection-answer";
import { projectCost } from "@/lib/domain/models/cost-projection";
import type { compareModels } from "@/lib/endpoints/premium/compare/models";
import type { costBill } from "@/lib/endpoints/premium/cost/bill";
import type { costProjection } from "@/lib/endpoints/premium/cost/projection";
import type { routing } from "@/lib/endpoints/premium/routing";
import type { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import type { compareHistory } from "@/lib/endpoints/premium/history/compare";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import type { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import type { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { premiumRequest } from "@/lib/http/premium-request";
import { CveData } from "@/lib/schemas/security/cve-card";

describe("what premium blocks show", () => {
  it("is part of what their endpoints answer", () => {
    expectTypeOf<z.output<typeof providerProfile.response>>().toExtend<ProfileAnswer>();
    expectTypeOf<z.output<typeof attentionSeries.response>>().toExtend<AttentionAnswer>();
    expectTypeOf<z.output<typeof probeSeries.response>>().toExtend<ProbeAnswer>();
    expectTypeOf<z.output<typeof verifiedCve.response>>().toExtend<CveAnswer>();
    expectTypeOf<z.output<typeof whatsNew.response>>().toExtend<WindowAnswer>();
    expectTypeOf<z.output<typeof compareHistory.response>>().toExtend<DayAnswer>();
    expectTypeOf<z.output<typeof compareModels.response>>().toExtend<CompareAnswer>();
    expectTypeOf<z.output<typeof costProjection.response>>().toExtend<ProjectionAnswer>();
    expectTypeOf<z.output<typeof routing.response>>().toExtend<RoutingAnswer>();
    expectTypeOf<z.output<typeof costBill.response>>().toExtend<BillAnswer>();
  });

  it("is shown by examples whose counts agree with their days", () => {
    expect(premiumStatusUptime.response.parse(UPTIME_EXAMPLE).days_with_data).toBe(
      UPTIME_EXAMPLE.days.filter(({ status }) => status !== null).length,
    );
    expect(ATTENTION_EXAMPLE.summary.captured_days).toBe(
      ATTENTION_EXAMPLE.series.filter(({ attention_score: score }) => score !== null).length,
    );
    expect(PROBE_EXAMPLE.summary.days_with_data).toBe(PROBE_EXAMPLE.points.length);
    expect(PROFILE_EXAMPLE.models.length).toBeGreaterThan(0);
    const { confirmed_by: confirmedBy, corroboration_count: count, per_source: perSource } = CveData.parse(CVE_EXAMPLE.data);
    const having = CVE_SOURCES.filter((source) => perSource[source].ok).map((source) => CVE_LABELS[source]);
    expect([confirmedBy, count]).toEqual([having, having.length]);
    expect(new Set(CVE_SOURCES.map((source) => perSource[source].state)).size, "each kind of answer is shown").toBe(3);
  });

  it("is shown by examples that are right by the rules of their answers", () => {
    for (const projection of PROJECTION_EXAMPLE.projections) {
      if (!projection.matched) continue;
      const { input_tokens_per_day: input, output_tokens_per_day: output } = PROJECTION_EXAMPLE.workload;
      const { input_per_1m: inputPrice, output_per_1m: outputPrice } = projection.rates;
      const cost = projectCost({ inputTokensPerDay: input, outputTokensPerDay: output }, inputPrice ?? NaN, outputPrice ?? NaN);
      expect(projection).toMatchObject({
        daily: { total: cost.daily.total },
        monthly_total: cost.monthly_total,
        yearly_total: cost.yearly_total,
      });
    }
    const { lines = [], readings = [], by_model: models, by_month: months, total } = BILL_EXAMPLE;
    for (const { charges, usd } of lines) {
      for (const { kind, quantity, usd: own, reading } of charges) {
        const per = kind === "web_search" ? 1000 : 1_000_000;
        expect(own).toBeCloseTo((quantity * (readings[reading ?? -1]?.price_usd ?? NaN)) / per, 12);
      }
      expect(usd).toBeCloseTo(
        charges.reduce((sum, charge) => sum + (charge.usd ?? NaN), 0),
        12,
      );
    }
    for (const parts of [lines, models, months]) {
      expect(parts.reduce((sum, { usd }) => sum + (usd ?? NaN), 0)).toBeCloseTo(total.usd, 12);
    }
    const prices = COMPARE_EXAMPLE.rankings.cheapest_blended.map(({ blended }) => blended);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });
});

describe("the request of a premium block", () => {
  it("has the path, the query and the price of the endpoint's declaration", () => {
    expect(premiumRequest(providerProfile, { params: { name: "a/b c" } })).toEqual({
      address: "/api/premium/providers/a%2Fb%20c",
      credits: 1,
      usd: "$0.02",
    });
    expect(premiumRequest(probeSeries, { query: { provider: "groq" } })).toMatchObject({
      address: "/api/premium/probe/series?provider=groq",
      credits: 5,
    });
  });
});
