import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { ATTENTION_EXAMPLE, PROBE_EXAMPLE, PROFILE_EXAMPLE, UPTIME_EXAMPLE } from "@/components/provider/examples";
import type { AttentionAnswer, ProbeAnswer, ProfileAnswer } from "@/components/provider/premium-answers";
import type { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { premiumRequest } from "@/lib/http/premium-request";

describe("what premium blocks show", () => {
  it("is part of what their endpoints answer", () => {
    expectTypeOf<z.output<typeof providerProfile.response>>().toExtend<ProfileAnswer>();
    expectTypeOf<z.output<typeof attentionSeries.response>>().toExtend<AttentionAnswer>();
    expectTypeOf<z.output<typeof probeSeries.response>>().toExtend<ProbeAnswer>();
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
