import { expect, test } from "vitest";
import type { ProbeOutcome } from "@/lib/domain/probes/probe-outcome";
import { probeReading } from "@/lib/domain/probes/probe-reading";
import { summariseProbes, type ProbeSample } from "@/lib/domain/probes/probe-summary";

const NOW = new Date("2026-11-23T12:00:00Z");
const CADENCE = 900;
const STATUS: Record<ProbeOutcome, number | null> = { ok: 200, limited: 429, provider_fail: 503, our_fail: null };

/** Samples every quarter of an hour, the newest last. */
const samples = (outcomes: readonly ProbeOutcome[], newestAt = NOW): ProbeSample[] =>
  outcomes.map((outcome, index) => ({
    kind: "reach",
    at: new Date(newestAt.getTime() - (outcomes.length - 1 - index) * CADENCE * 1000),
    outcome,
    status: STATUS[outcome],
    fault: null,
    dnsMs: null,
    tcpMs: null,
    tlsMs: null,
    ttfbMs: 90,
    totalMs: 100,
  }));

const readingOf = (outcomes: readonly ProbeOutcome[]) => probeReading(summariseProbes(samples(outcomes), NOW), CADENCE, NOW);

test.each<[string, ProbeOutcome[], string | null, { count: number; failed: number } | null]>([
  ["all answered", ["ok", "ok", "ok", "ok"], "answering", { count: 4, failed: 0 }],
  ["one failed and the next was answered", ["ok", "provider_fail", "ok", "ok"], "answering", { count: 4, failed: 1 }],
  ["two failed, the newest among them", ["ok", "ok", "provider_fail", "provider_fail"], "failing", { count: 4, failed: 2 }],
  ["every other call failed", ["provider_fail", "ok", "provider_fail", "ok"], "failing", { count: 4, failed: 2 }],
  [
    "two failed and those of the last 20 minutes were answered",
    ["provider_fail", "provider_fail", "ok", "ok"],
    "unclear",
    { count: 4, failed: 2 },
  ],
  ["only the newest failed", ["ok", "ok", "ok", "provider_fail"], "unclear", { count: 4, failed: 1 }],
  ["one alone was answered", ["ok"], "unclear", { count: 1, failed: 0 }],
  ["filters answered in place of the API", ["limited", "limited", "limited"], "unclear", { count: 0, failed: 0 }],
  ["our own calls failed after one that was answered", ["ok", "our_fail", "our_fail"], "unclear", { count: 1, failed: 0 }],
  ["only our own calls failed", ["our_fail", "our_fail"], null, null],
  ["nothing was probed", [], null, null],
])("%s", (_what, outcomes, says, lastHour) => {
  const reading = readingOf(outcomes);
  expect([reading?.says ?? null, reading?.lastHour ?? null]).toEqual([says, lastHour]);
});

test("a reading of more than two cadences ago says nothing about now", () => {
  const at = (minutes: number) => {
    const newest = new Date(NOW.getTime() - minutes * 60_000);
    return probeReading(summariseProbes(samples(["ok", "ok", "ok"], newest), newest), CADENCE, NOW);
  };
  expect(at(30)?.says).toBe("answering");
  expect(at(31)).toBeNull();
});

test("share, median and count are those of the whole day", () => {
  const day = samples([...Array.from({ length: 8 }, () => "provider_fail" as const), ...Array.from({ length: 8 }, () => "ok" as const)]);
  expect(probeReading(summariseProbes(day, NOW), CADENCE, NOW)).toMatchObject({
    says: "answering",
    okShare: 0.5,
    medianMs: 100,
    count: 16,
  });
});
