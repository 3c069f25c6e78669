import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { refreshKevCatalog } from "@/lib/loaders/security/refresh-cve-catalogs";
import { createSourceHttp } from "@/lib/sources/http/http";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { KEV_URL } from "@/lib/sources/security/bulk-catalogs";
import { CveData } from "@/lib/schemas/security/cve-card";
import { lacksShared } from "../../support/lacks";
import { intervalOf } from "../../support/security/affected-lines";
import { answered, catalogs, everywhereAbsent, filedUnder, MITRE, notThere, OSV } from "../../support/security/security-documents";
import { buyCard, database, serveCves } from "../../support/security/served-cves";
import { replayFolder } from "../../support/sources/replay-folder";
import { openGate } from "../../support/sources/source-client";
import { sharedFolder } from "../../support/shared";

/** The CVE cases beside the project, each bought as a card. The network answers with its documents. */

const folder = join(sharedFolder, "cases/cve");
const files = existsSync(folder) ? readdirSync(folder) : [];
const text = (file: string): string => readFileSync(join(folder, file), "utf8");
const records = files.filter((file) => file.startsWith("CVE-")).map((file) => file.replace(".json", ""));
const advisories = files
  .filter((file) => file.startsWith("osv-"))
  .map((file) => ({ file, document: JSON.parse(text(file)) as { id: string; aliases: string[] } }));
const cveOf = (file: string): string => advisories.find((one) => one.file === file)?.document.aliases[0] ?? "";
const LISTED = "CVE-2012-2037";
const named = [...new Set([...records, ...advisories.flatMap(({ document }) => document.aliases)])];

serveCves([
  ...catalogs([], ["CVE-1999-0001,0.1,0.2"]).filter(({ url }) => url !== KEV_URL),
  ...(files.length === 0 ? [] : [answered(KEV_URL, text("kev-1.json"))]),
  ...everywhereAbsent(LISTED),
  ...named.flatMap((cveId) => everywhereAbsent(cveId).filter(({ url }) => ![MITRE(cveId), OSV(cveId)].includes(url))),
  ...named.map((cveId) => (records.includes(cveId) ? answered(MITRE(cveId), text(`${cveId}.json`)) : notThere.mitre(cveId))),
  ...named.map((cveId) => {
    const ids = advisories.filter(({ document }) => document.aliases.includes(cveId)).map(({ document }) => document.id);
    return ids.length === 0 ? notThere.osv(cveId) : filedUnder(cveId, ids);
  }),
  ...advisories.map(({ document }) => answered(OSV(document.id), document)),
]);

const cardOf = async (cveId: string): Promise<CveData> => CveData.parse((await buyCard(cveId)).body.data);

type Entry = CveData["affected"][number];
const lines = (ranges: Entry["versions"]): string[] =>
  ranges.map(({ status, up_to: upTo, ...range }) => `${status} ${intervalOf({ ...range, upTo })}`);
const entryLines = ({ product, platforms, default_status: byDefault, versions }: Entry) => [product, platforms, byDefault, lines(versions)];
const versionsOf = async (cveId: string): Promise<string[][]> => (await cardOf(cveId)).affected.map(({ versions }) => lines(versions));

describe.skipIf(lacksShared())("the CVE cases beside the project", () => {
  test("40001: a version that is a range is read as one", async () =>
    expect(await versionsOf("CVE-2026-40001")).toEqual([
      ["affected [0.6.0, 0.11.1)", "affected (, 0.5.4)", "affected (, 0.4.0]", "affected 0.12.0", "affected (1.0.0, 1.2.3]"],
    ]));

  test("40002: releases with their default, commits apart", async () => {
    const [releases, commits, ...others] = (await cardOf("CVE-2026-40002")).affected;
    expect([releases?.default_status, lines(releases?.versions ?? []), releases?.commits]).toEqual([
      "affected",
      ["affected 5.6", "unaffected [0, 5.6)", "unaffected [5.15.149, 5.15.*]", "unaffected [6.1.78, 6.1.*]", "unaffected [6.8, )"],
      [],
    ]);
    expect([commits?.versions, commits?.commits.length, others]).toEqual([[], 3, []]);
  });

  test("40003: CISA's product, named as CISA's", async () => {
    const { affected, affected_products: products, supplied_by: by } = await cardOf("CVE-2026-40003");
    expect(affected.map((entry) => [entry.supplied_by, ...entryLines(entry)])).toEqual([
      ["MITRE (CISA-ADP)", "ray", [], "unknown", ["affected [2.6.3, 2.8.0]"]],
    ]);
    expect([products, by.affected_products]).toEqual([[{ vendor: "anyscale", product: "ray" }], "MITRE (CISA-ADP)"]);
  });

  test("40004 and 40005: the band of the authority's newest version, with each score and its author", async () => {
    expect(await cardOf("CVE-2026-40004")).toMatchObject({
      severity_band: "high",
      severity_basis: "cvss_v4_0",
      severity_disagreement: true,
      cvss_v3_1_score: 0,
      scores: [
        { version: "4.0", score: 8.9, band: "high", supplied_by: "MITRE (GitHub_M)" },
        { version: "3.1", score: 0, band: "none", supplied_by: "MITRE (CISA-ADP)" },
      ],
    });
    expect(await cardOf("CVE-2026-40005")).toMatchObject({
      severity_band: "high",
      severity_basis: "cvss_v2_0",
      cvss_v3_1_score: null,
      scores: [{ version: "2.0", score: 10 }],
    });
  });

  test("40010 and 40013: platforms stay apart", async () => {
    const cards = await Promise.all(["CVE-2026-40010", "CVE-2026-40013"].map(cardOf));
    expect(cards.map(({ affected }) => affected.map(entryLines))).toEqual([
      [
        ["db", ["Windows"], "unaffected", ["affected [1.0, 1.5)"]],
        ["db", ["Linux"], "affected", ["unaffected [2.0, 2.5)"]],
      ],
      [
        ["db", ["Linux"], "unaffected", ["affected [1.0, 1.5)"]],
        ["db", ["Windows"], "affected", ["affected 2.0", "unaffected [2.5, )"]],
      ],
    ]);
  });

  test("40006: nothing is named, and an advisory for a rejected record confirms nothing", async () =>
    expect(await cardOf("CVE-2026-40006")).toMatchObject({
      state: "rejected",
      affected_named: false,
      affected: [],
      affected_products: [],
      affected_ecosystems: [],
      confirmed_by: [],
    }));

  test("40007 and 1234567: clean versions, seven digits", async () => {
    expect(await versionsOf("CVE-2026-40007")).toEqual([["affected [10.0.19045.0, 10.0.19045.5011)", "affected 1.2"]]);
    const { affected, summary } = await cardOf("CVE-2026-1234567");
    expect([affected.map(entryLines), summary]).toEqual([
      [["langchain", [], "unaffected", ["affected [0, 0.3.1)"]]],
      "A fault of seven digits",
    ]);
  });

  test("40011: affected except what is listed as unaffected", async () =>
    expect((await cardOf("CVE-2026-40011")).affected.map(entryLines)).toEqual([
      ["gnutls", [], "unaffected", ["affected [3.7.0, 3.8.13)"]],
      ["Red Hat Enterprise Linux 9", [], "affected", ["unaffected [0:3.8.10-4.el9_8, )"]],
      ["Red Hat Enterprise Linux 8", [], "affected", []],
      ["Red Hat Enterprise Linux 7", [], "unknown", []],
      ["Red Hat Enterprise Linux 10", [], "affected", []],
    ]));

  test("40015: every change counts", async () => {
    const affected = (await versionsOf("CVE-2026-40015")).flat().filter((line) => line.startsWith("affected"));
    expect(affected).toEqual(["affected [10.1.0, 10.1.10-h9)", "affected [11.1.0, 11.1.3)", "affected [11.1.6, 11.1.8)"]);
  });

  test.each([
    ["osv-GO-2026-0001-unsorted.json", ["affected [0, 1.4.13)", "affected [1.5.0, 1.5.10)"]],
    ["osv-PYSEC-2026-3-two-fixed.json", ["affected [0, 2.1.4.0)"]],
    ["osv-GHSA-two-fixed-backport.json", ["affected [6.13.0, 6.16.5)"]],
  ])("%s", async (file, expected) => expect(await versionsOf(cveOf(file))).toEqual([expected]));

  test("an advisory that was withdrawn confirms nothing, and lists nothing", async () =>
    expect(await cardOf(cveOf("osv-withdrawn.json"))).toMatchObject({
      confirmed_by: [],
      affected: [],
      affected_ecosystems: [],
      per_source: { osv: { state: "withdrawn" } },
    }));

  test("what is taken off the catalog of exploited vulnerabilities is not known as exploited", async () => {
    expect((await cardOf(LISTED)).exploited_in_wild).toBe(true);
    const later = replayFolder();
    later.answer([answered(KEV_URL, text("kev-2-retracted.json"))]);
    const now = new Date();
    const http = createSourceHttp({
      memory: storedMemory(database.db),
      userAgent: "test",
      replayDir: later.path,
      gate: openGate(),
      backoffMs: 1,
      now: () => now,
    });
    await refreshKevCatalog({ db: database.db, http, now });
    later.remove();
    expect((await buyCard(LISTED)).status).toBe(404);
    expect((await cardOf("CVE-2026-40001")).exploited_in_wild).toBe(true);
  });
});
