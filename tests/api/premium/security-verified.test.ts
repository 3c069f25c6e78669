import { describe, expect, test } from "vitest";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { slaOf } from "@/lib/loaders/freshness/freshness";
import {
  answered,
  catalogs,
  cveRecord,
  everywhereAbsent,
  kevEntry,
  MITRE,
  notThere,
  OSV,
  VULNRICHMENT,
} from "../../support/security/security-documents";
import { securityWorld } from "../../support/security/security-world";
import { buyCard, CREDITS, database, readEarlier, serveCves, type BoughtCard } from "../../support/security/served-cves";
import { request } from "../../support/server/request";

const [KNOWN, NOWHERE, BROKEN, HALF, REJECTED, LISTED_ONLY] = [
  "CVE-2024-4577",
  "CVE-2099-0001",
  "CVE-2026-1111",
  "CVE-2026-2222",
  "CVE-2019-25161",
  "CVE-2023-44487",
] as const;

serveCves([
  ...securityWorld(),
  notThere.mitre(BROKEN),
  notThere.vulnrichment(BROKEN),
  notThere.epss(BROKEN),
  answered(OSV(BROKEN), "", { status: 503 }),
  answered(MITRE(HALF), cveRecord(HALF)),
  notThere.osv(HALF),
  notThere.epss(HALF),
  answered(VULNRICHMENT(HALF), "<html>rate limited</html>"),
]);

const free = { credits_charged: 0, credits_remaining: CREDITS };
const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);

describe("charged answers", () => {
  test("200 for a CVE that all five sources have, in any letter case", async () => {
    const { status, body, left, faults } = await buyCard("cve-2024-4577");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ok: true,
      data: { cve_id: KNOWN, corroboration_count: 5 },
      freshness: { fresh: true, max_age_seconds: 129_600 },
      billing: { credits_charged: 1, credits_remaining: 4 },
      receipt: { credits_charged: 1 },
    });
    expect([left, faults]).toEqual([4, []]);
  });

  test("200 when one source has it, with failing sources marked unavailable, not absent", async () => {
    const { status, body, left } = await buyCard(HALF);
    expect([status, body.data.confirmed_by, body.billing.credits_charged, left]).toEqual([200, ["MITRE"], 1, 4]);
    expect(body.data.per_source).toMatchObject({
      vulnrichment: { ok: false, state: "unavailable", error: "unavailable", fault: "parse", read_at: null, has_ssvc: false },
      osv: { ok: false, state: "absent", error: null, fault: null, ecosystems_count: 0, aliases_count: 0 },
      kev: { ok: false, state: "absent", date_added: null },
    });
    expect(body.data).toMatchObject({
      severity_band: null,
      severity_basis: null,
      exploited_in_wild: false,
      exploit_likelihood_band: "low",
    });
  });

  test("200 with state rejected for a rejected CVE", async () => {
    const { body } = await buyCard(REJECTED);
    expect(body.data).toMatchObject({
      state: "rejected",
      rejected_reason: expect.stringContaining("rejected"),
      confirmed_by: [],
      corroboration_count: 0,
      affected_named: false,
      per_source: { mitre: { ok: true, state: "rejected" }, vulnrichment: { ok: true, state: "rejected" } },
    });
    expect(body.billing.credits_charged).toBe(1);
  });
});

describe("an answer with gaps", () => {
  const openBreakers = async (hosts: readonly string[], openUntil: Date) => {
    for (const host of hosts) await storedMemory(database.db).changeBreaker(host, () => ({ failures: 5, openUntil }));
  };
  const gapsIn = ({ status, body, left }: BoughtCard) => [status, body.data.missing_sources, body.billing.no_charge_reason, left];

  test("costs nothing while a source is left alone after failures, and says when to ask again", async () => {
    const soon = new Date(Date.now() + 100_000);
    await openBreakers(["api.osv.dev"], new Date(soon.getTime() + 60_000));
    await openBreakers(["cveawg.mitre.org"], soon);
    const answer = await buyCard(KNOWN);
    expect(gapsIn(answer)).toEqual([200, ["MITRE", "OSV"], "circuit_breaker", CREDITS]);
    expect([Math.abs(Number(answer.headers.get("retry-after")) - 100) <= 10, answer.faults]).toEqual([true, []]);
    expect(answer.body.data).toMatchObject({
      confirmed_by: ["KEV", "EPSS", "Vulnrichment"],
      per_source: { osv: { fault: "breaker_open" } },
    });
  });

  test("costs nothing when MITRE or any two sources failed, and is charged when another one did", async () => {
    expect(gapsIn(await buyCard(LISTED_ONLY))).toEqual([200, ["MITRE", "OSV", "Vulnrichment"], "upstream_failure", CREDITS]);
    expect(gapsIn(await buyCard(HALF))).toEqual([200, ["Vulnrichment"], undefined, CREDITS - 1]);
  });

  test("refuses a CVE that nobody had until the earliest of the sources that are left alone is asked again", async () => {
    await openBreakers(["api.osv.dev"], new Date(Date.now() + 400_000));
    const { status, body, headers } = await buyCard(BROKEN);
    expect([status, body.unavailable, Math.abs(Number(headers.get("retry-after")) - 400) <= 10]).toEqual([503, ["OSV"], true]);
    expect(body.retry_after).toBe(Number(headers.get("retry-after")));
  });
});

describe("uncharged refusals", () => {
  test.each(["CVE-2024-309", "2024-3094", "CVE-2024-3094;drop", "CVE-２０２４-3094", "CVE-2024-12345678901234567890", " "])(
    "400 for the invalid CVE id %j",
    async (cveId) => {
      const { status, body, left } = await buyCard(cveId);
      expect([status, body.error, left]).toEqual([400, "invalid_cve_id", CREDITS]);
      expect(body.billing).toMatchObject(free);
    },
  );

  test("400 for a path in place of an id, uncharged", async () => {
    const { status, body, left } = await buyCard("../../etc/passwd");
    expect([status, body.error, left]).toEqual([400, "malformed_request", CREDITS]);
    expect(body.billing).toMatchObject(free);
  });

  test("404 when all five answered and none has it", async () => {
    const { status, body, left, faults } = await buyCard(NOWHERE);
    expect([status, left, faults]).toEqual([404, CREDITS, []]);
    expect(body).toMatchObject({
      ok: false,
      error: "cve_not_found_in_any_source",
      cve_id: NOWHERE,
      checked: ["MITRE", "KEV", "EPSS", "OSV", "Vulnrichment"],
      billing: { ...free, no_charge_reason: "empty_result" },
      receipt: { credits_charged: 0, no_charge_reason: "empty_result" },
    });
  });

  test("leave in the public record the path as it is declared and the hour, not which CVE was asked for", async () => {
    await buyCard(NOWHERE);
    const { body, text } = await request(noChargeStats);
    expect(body.by_endpoint).toHaveProperty(["/api/premium/security/verified/{cve_id}"]);
    expect(text).not.toContain(NOWHERE);
    expect(body.events.map(({ ts }: { ts: string }) => ts).every((ts: string) => /T\d\d:00:00\.000Z$/.test(ts))).toBe(true);
  });

  test("503 when no source that answered has it and one failed", async () => {
    const { status, body, left, headers, faults } = await buyCard(BROKEN);
    expect([status, left, faults, headers.get("retry-after")]).toEqual([503, CREDITS, [], "60"]);
    expect(body).toMatchObject({
      ok: false,
      error: "upstream_failure",
      cve_id: BROKEN,
      unavailable: ["OSV"],
      billing: { ...free, no_charge_reason: "upstream_failure" },
    });
  });

  test("503 when no source answers", async () => {
    const { status, body } = await buyCard("CVE-2026-9999");
    expect([status, body.error, body.unavailable]).toEqual([503, "upstream_failure", ["MITRE", "OSV", "Vulnrichment"]]);
  });

  test("402 with the price for a call without credentials", async () => {
    const { status, body } = await request(verifiedCve, `/api/premium/security/verified/${KNOWN}`, { params: { cve_id: KNOWN } });
    expect([status, body.error, body.credits_required]).toEqual([402, "payment_required", 1]);
  });
});

describe("age", () => {
  test("is stale and free when a cached record is older than promised", async () => {
    await readEarlier(HALF, hoursAgo(60), [
      ...catalogs([kevEntry(KNOWN)], [`${HALF},0.3,0.9`]),
      answered(MITRE(HALF), cveRecord(HALF)),
      answered(VULNRICHMENT(HALF), cveRecord(HALF)),
      notThere.osv(HALF),
    ]);
    const { body, left } = await buyCard(HALF);
    expect(body.data.per_source.vulnrichment).toMatchObject({ ok: true, state: "present", fault: "parse" });
    expect(body).toMatchObject({ stale: true, stale_sla_seconds: 129_600, billing: { ...free, no_charge_reason: "stale_data" } });
    expect(left).toBe(CREDITS);
  });

  test("states the reading time of each source, and is as old as the oldest", async () => {
    const read = hoursAgo(20);
    await readEarlier(KNOWN, read, securityWorld());
    const { body } = await buyCard(KNOWN);
    expect(body.data.per_source.mitre.read_at).toBe(read.toISOString());
    expect(body.freshness).toMatchObject({ as_of: read.toISOString(), fresh: true });
    expect(slaOf(verifiedCve.reads)).toBe(36 * 3600);
  });

  test("does not cache the absence of a record for hours", async () => {
    await readEarlier(KNOWN, hoursAgo(2), [
      ...catalogs([kevEntry("CVE-2023-44487")], ["CVE-1999-0001,0.1,0.2"]),
      ...everywhereAbsent(KNOWN),
    ]);
    expect((await buyCard(KNOWN)).body.data.confirmed_by).toEqual(["MITRE", "EPSS", "OSV", "Vulnrichment"]);
  });
});
