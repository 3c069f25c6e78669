import { describe, expect, test } from "vitest";
import { completionOutcome, reachOutcome, withoutOwnOutage, type ProbeOutcome } from "@/lib/domain/probes/probe-outcome";

describe("a keyless probe", () => {
  test.each<[number | null, string | null, readonly number[], ProbeOutcome]>([
    [401, null, [401], "ok"],
    [200, null, [401], "ok"],
    [404, null, [401], "ok"],
    [301, null, [401], "ok"],
    [403, null, [403], "ok"],
    [403, null, [401], "limited"],
    [429, null, [401], "limited"],
    [407, null, [401], "limited"],
    [511, null, [401], "limited"],
    [500, null, [401], "provider_fail"],
    [529, null, [401], "provider_fail"],
    [null, "timeout", [401], "provider_fail"],
    [null, "network", [401], "provider_fail"],
    [null, "forbidden_address", [401], "our_fail"],
  ])("with status %s and fault %s, expecting %j, is %s", (status, fault, expected, outcome) => {
    expect(reachOutcome({ status, fault }, expected)).toBe(outcome);
  });
});

describe("a completion", () => {
  test.each<[number | null, boolean, ProbeOutcome]>([
    [200, true, "ok"],
    [200, false, "provider_fail"],
    [401, false, "our_fail"],
    [429, false, "our_fail"],
    [503, false, "provider_fail"],
    [null, false, "provider_fail"],
  ])("with status %s (well formed: %s) is %s", (status, isWellFormed, outcome) => {
    expect(completionOutcome({ status, fault: status === null ? "timeout" : null }, isWellFormed)).toBe(outcome);
  });
});

describe("when most endpoints are silent at once", () => {
  const silent = { status: null, outcome: "provider_fail" as const };
  const answering = { status: 401, outcome: "ok" as const };

  test("counts them as our own failures", () => {
    expect(withoutOwnOutage([silent, silent, answering]).map(({ outcome }) => outcome)).toEqual(["our_fail", "our_fail", "ok"]);
  });
  test("counts a silent minority as failed", () => {
    expect(withoutOwnOutage([silent, answering, answering]).map(({ outcome }) => outcome)).toEqual(["provider_fail", "ok", "ok"]);
  });
});
