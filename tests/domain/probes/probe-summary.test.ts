import { describe, expect, test } from "vitest";
import { percentilesOf, summariseProbes, type ProbeSample } from "@/lib/domain/probes/probe-summary";

const now = new Date("2026-03-02T12:00:00Z");
const sample = (minutesAgo: number, rest: Partial<ProbeSample> = {}): ProbeSample => ({
  kind: "reach",
  at: new Date(now.getTime() - minutesAgo * 60_000),
  outcome: "ok",
  status: 401,
  fault: null,
  dnsMs: 10,
  tcpMs: 20,
  tlsMs: 30,
  ttfbMs: 100,
  totalMs: 110,
  ...rest,
});
const failed = (minutesAgo: number, status = 503) => sample(minutesAgo, { outcome: "provider_fail", status, ttfbMs: 9999, totalMs: 9999 });
const ours = (minutesAgo: number) =>
  sample(minutesAgo, { outcome: "our_fail", status: null, fault: "network", ttfbMs: null, totalMs: null });

describe("percentiles", () => {
  test("are sorted[min(n - 1, floor(p * n))]", () => {
    expect(percentilesOf([40, 10, 30, 20])).toEqual({ p50: 30, p95: 40, p99: 40 });
    expect(percentilesOf(Array.from({ length: 100 }, (_, position) => position + 1))).toEqual({ p50: 51, p95: 96, p99: 100 });
    expect(percentilesOf([7])).toEqual({ p50: 7, p95: 7, p99: 7 });
  });
  test("are null, not zero, without timed samples", () => {
    expect(percentilesOf([null, null])).toEqual({ p50: null, p95: null, p99: null });
  });
});

describe("a summary", () => {
  test("computes shares over counted probes: 95 of 96 is 0.9896", () => {
    const samples = Array.from({ length: 96 }, (_, position) => (position === 50 ? failed(position * 15, 529) : sample(position * 15)));
    expect(summariseProbes(samples, now)).toMatchObject({
      count: 96,
      successCount: 95,
      okShare: 0.9896,
      statusCodes: { 401: 95, 529: 1 },
      ttfb: { p50: 100, p99: 100 },
      lastError: null,
      lastProbeAt: now.toISOString(),
    });
  });

  test("leaves out samples older than 24 hours or in the future", () => {
    expect(summariseProbes([sample(24 * 60), sample(24 * 60 - 1), sample(-1)], now).count).toBe(1);
  });

  test("does not count probes that failed on our side", () => {
    expect(summariseProbes([ours(0), sample(15)], now)).toMatchObject({ count: 1, successCount: 1, okShare: 1, lastError: "network" });
    expect(summariseProbes([ours(0)], now)).toMatchObject({ count: 0, okShare: null, ttfb: { p50: null } });
  });

  test("counts an answer of a filter as up, without its latency", () => {
    expect(summariseProbes([sample(0, { outcome: "limited", status: 429, ttfbMs: 1 })], now)).toMatchObject({
      count: 1,
      successCount: 1,
      okShare: 1,
      ttfb: { p50: null },
      lastError: "HTTP 429",
    });
  });

  test.each([
    ["healthy", [sample(0), failed(15), sample(30)]],
    ["provider_degraded", [sample(0), failed(15), failed(59)]],
    ["healthy", [sample(0), failed(15), failed(60)]],
    ["our_probe_limited", [ours(0), ours(15), sample(30)]],
    ["no_signal", [ours(0)]],
    ["no_signal", [sample(90)]],
    ["no_signal", []],
  ] as const)("signals %s", (signal, samples) => {
    expect(summariseProbes(samples, now).signal.signal).toBe(signal);
  });

  test("tells whether the last 20 minutes were all ok, and when it last was", () => {
    expect(summariseProbes([sample(0), sample(15), failed(20)], now).recovery).toEqual({
      allOk: true,
      windowMinutes: 20,
      windowCount: 2,
      lastOkAt: now.toISOString(),
    });
    expect(summariseProbes([failed(0), sample(15)], now).recovery).toMatchObject({ allOk: false, lastOkAt: sample(15).at.toISOString() });
    expect(summariseProbes([failed(30)], now).recovery).toMatchObject({ allOk: false, windowCount: 0, lastOkAt: null });
  });

  test("keeps completions separate, but counts their failures in the signal", () => {
    const summary = summariseProbes([sample(0), { ...failed(0), kind: "completion" }, { ...failed(15), kind: "completion" }], now);
    expect(summary).toMatchObject({
      count: 1,
      okShare: 1,
      completion: { count: 2, successCount: 0, okShare: 0, lastError: "HTTP 503" },
      signal: { signal: "provider_degraded" },
    });
    expect(summariseProbes([sample(0)], now).completion).toBeNull();
  });
});
