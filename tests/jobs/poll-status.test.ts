import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listIncidents, listStatusDays, listStatusServices } from "@/db/queries/status/status";
import { listSources } from "@/db/queries/freshness/operations";
import { pollStatus, pollPages } from "@/jobs/poll-status/poll-status";
import { runJob } from "@/jobs/run";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { statusPages } from "@/lib/catalogs/status-pages";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { createSourceHttp } from "@/lib/sources/http/http";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { sharedFolder } from "../support/shared";
import { listTransitions } from "../support/stores/stored-rows";
import { lacksShared } from "../support/lacks";

const URL_OF = new Map(statusPages.map((page) => [page.id, page.machineUrl ?? page.feedUrl ?? page.pageUrl]));

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "status-replay-"));
});

beforeEach(() =>
  database.db.execute(
    sql`truncate status_services, status_polls, status_transitions, status_days, incidents, sources, job_runs, host_breakers`,
  ),
);

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.close();
});

interface Page {
  service: string;
  indicator?: string;
  body?: string;
  status?: number;
  delayMs?: number;
}

const STATES: Record<string, string> = { none: "operational", minor: "degraded_performance", critical: "major_outage" };

const bodyOf = ({ indicator = "none", body }: Page): string =>
  body ??
  JSON.stringify({
    page: { id: "p" },
    status: { indicator },
    components: [{ id: "1", name: "API", status: STATES[indicator] }],
    incidents: [],
  });

/** Sets the network's answers; a page that is not listed is unreachable. */
function network(...pages: Page[]): void {
  const entries = pages.map((page, position) => {
    writeFileSync(join(folder, `${position}.json`), bodyOf(page));
    return {
      url: URL_OF.get(page.service),
      file: `${position}.json`,
      status: page.status ?? 200,
      ...(page.delayMs ? { delay_ms: page.delayMs } : {}),
    };
  });
  writeFileSync(join(folder, "replay.json"), JSON.stringify(entries));
}

const http = (signal: AbortSignal) =>
  createSourceHttp({
    memory: storedMemory(database.db),
    userAgent: "test",
    replayDir: folder,
    signal,
    backoffMs: 1,
    gate: createHostGate({ maxPerHost: 4, spacingMs: 0 }),
  });

const few = statusPages.filter((page) => ["anthropic", "openai", "cohere", "tabnine"].includes(page.id));

const contextAt = (at: string) => ({
  db: database.db,
  http: http(new AbortController().signal),
  now: new Date(`2026-03-01T${at}:00Z`),
  log: () => undefined,
});

const poll = async (at: string) => (await pollPages(few, contextAt(at))).counts;
const runPollJob = () => runJob(pollStatus, { db: database.db, http, now: new Date("2026-03-01T10:00:00Z") });

async function run(states: readonly [at: string, indicator: string | null][]): Promise<void> {
  for (const [at, indicator] of states) {
    if (indicator === null) network();
    else network({ service: "anthropic", indicator });
    await poll(at);
  }
}

const transitions = async () =>
  (await listTransitions(database.db, ["anthropic"], new Date(0))).map(
    (row) => `${row.at.toISOString().slice(11, 16)} ${row.from}>${row.to}`,
  );
const incidents = async () =>
  (await listIncidents(database.db, { limit: 10 })).map((row) => [
    row.severity,
    row.startedAt.toISOString().slice(11, 16),
    row.resolvedAt?.toISOString().slice(11, 16) ?? null,
    row.durationMinutes,
  ]);
const service = async (id = "anthropic") => (await listStatusServices(database.db, [id]))[0];

describe.skipIf(lacksShared())("poll-status with the recordings", () => {
  test("recorded pages have the states of the table, every other page is unknown", async () => {
    const { files } = JSON.parse(readFileSync(join(sharedFolder, "recordings/index.json"), "utf8")) as {
      files: { file: string; kind: string; live_url: string }[];
    };
    const recorded = files.filter((entry) => entry.kind === "status" && !entry.file.includes("api-disabled"));
    recorded.forEach((entry, position) => copyFileSync(join(sharedFolder, "recordings", entry.file), join(folder, `recorded-${position}`)));
    writeFileSync(
      join(folder, "replay.json"),
      JSON.stringify(recorded.map((entry, position) => ({ url: entry.live_url, file: `recorded-${position}` }))),
    );
    await pollPages(statusPages, contextAt("10:00"));
    const known = (await listStatusServices(database.db))
      .filter((record) => record.state !== "unknown")
      .map((record) => `${record.service} ${record.state}`);
    expect(known).toEqual(
      ["anthropic", "aws-bedrock", "azure-openai", "github-copilot", "google-gemini", "openai", "replicate", "together"].map(
        (id) => `${id} operational`,
      ),
    );
  });
});

describe("poll-status", () => {
  test("a new service creates no transition, and an incident where it is in trouble", async () => {
    await run([["10:00", "critical"]]);
    expect(await transitions()).toEqual([]);
    expect(await incidents()).toEqual([["major", "10:00", null, null]]);
    expect(await service()).toMatchObject({ state: "down", knownState: "down", components: [{ name: "API", status: "down" }] });
  });

  test("degraded opens an incident, down escalates it, operational closes it with its duration in minutes", async () => {
    await run([
      ["10:00", "none"],
      ["10:02", "minor"],
      ["10:04", "critical"],
      ["10:06", "minor"],
      ["10:32", "none"],
    ]);
    expect(await transitions()).toEqual([
      "10:02 operational>degraded",
      "10:04 degraded>down",
      "10:06 down>degraded",
      "10:32 degraded>operational",
    ]);
    expect(await incidents()).toEqual([["major", "10:02", "10:32", 30]]);
  });

  test("an unreadable page neither opens nor closes an incident and keeps the last known state", async () => {
    await run([
      ["10:00", "none"],
      ["10:02", "minor"],
      ["10:04", null],
    ]);
    expect(await service()).toMatchObject({
      state: "unknown",
      components: [],
      fault: "network",
      knownState: "degraded",
      knownAt: new Date("2026-03-01T10:02:00Z"),
    });
    await run([
      ["10:06", "minor"],
      ["10:08", null],
      ["10:10", "none"],
    ]);
    expect(await transitions()).toEqual(["10:02 operational>degraded", "10:10 degraded>operational"]);
    expect(await incidents()).toEqual([["minor", "10:02", "10:10", 8]]);
  });

  test("flapping records each change once, with at most one open incident", async () => {
    await run([
      ["10:00", "none"],
      ["10:02", "minor"],
      ["10:04", "none"],
      ["10:06", "minor"],
      ["10:08", "none"],
    ]);
    expect(await transitions()).toHaveLength(4);
    expect(await incidents()).toEqual([
      ["minor", "10:06", "10:08", 2],
      ["minor", "10:02", "10:04", 2],
    ]);
  });

  test("racing pollers record a slot once", async () => {
    await run([["10:00", "none"]]);
    network({ service: "anthropic", indicator: "critical" });
    const results = await Promise.all(["10:02", "10:03", "10:02", "10:03"].map(poll));
    expect(results.map((result) => result.stored).sort()).toEqual([0, 0, 0, few.length]);
    expect(await transitions()).toEqual(["10:02 operational>down"]);
    expect(await incidents()).toEqual([["major", "10:02", null, null]]);
  });

  test("a late poll of an older slot changes no state, but counts in its day", async () => {
    await run([
      ["10:00", "none"],
      ["10:04", "none"],
    ]);
    network({ service: "anthropic", indicator: "critical" });
    await poll("10:02");
    expect(await service()).toMatchObject({ state: "operational" });
    expect(await transitions()).toEqual([]);
    expect(await listStatusDays(database.db, ["anthropic"], "2026-03-01", "2026-03-01")).toEqual([
      { service: "anthropic", date: "2026-03-01", status: "operational" },
    ]);
  });

  test("two polls down make the day down, a single one does not", async () => {
    await run([
      ["10:00", "none"],
      ["10:02", "critical"],
      ["10:04", "none"],
    ]);
    const day = async () => (await listStatusDays(database.db, ["anthropic"], "2026-03-01", "2026-03-01"))[0]?.status;
    expect(await day()).toBe("operational");
    await run([
      ["10:06", "critical"],
      ["10:08", null],
      ["10:10", "critical"],
    ]);
    expect(await day()).toBe("down");
  });

  test("every service has a row after a poll, and a page without machine-readable data is unknown", async () => {
    network({ service: "anthropic" }, { service: "tabnine", body: "<!doctype html><html><body>All systems operational</body></html>" });
    const counts = { polled: statusPages.length, stored: statusPages.length };
    expect(await runPollJob()).toMatchObject({ status: "done", counts });
    expect(await listStatusServices(database.db)).toHaveLength(statusPages.length);
    expect(await service("tabnine")).toMatchObject({ state: "unknown", components: [], fault: "not_expected" });
  });

  test("the job fails when no page can be read, after it has stored that all are unknown", async () => {
    network();
    expect(await runPollJob()).toMatchObject({ status: "failed" });
    expect(new Set((await listStatusServices(database.db)).map(({ state }) => state))).toEqual(new Set(["unknown"]));
  });

  test("pages only for people are no sources; the others get a reading time only after a full reading", async () => {
    network({ service: "anthropic" }, { service: "openai", status: 500 });
    await poll("10:00");
    const sources = new Map((await listSources(database.db, "provider_status")).map((source) => [source.id, source]));
    expect(sources.get("provider_status/anthropic")).toMatchObject({ lastReadAt: new Date("2026-03-01T10:00:00Z"), lastFault: null });
    expect(sources.get("provider_status/openai")).toMatchObject({ lastReadAt: null, lastFault: "http" });
    expect(sources.has("provider_status/tabnine")).toBe(false);
  });

  test("a slow page does not delay the states of the others", async () => {
    network({ service: "anthropic" }, { service: "openai", delayMs: 300 }, { service: "cohere", indicator: "minor" });
    expect(await poll("10:00")).toMatchObject({ stored: few.length });
    expect(await Promise.all(["anthropic", "openai", "cohere"].map(async (id) => (await service(id))?.state))).toEqual([
      "operational",
      "operational",
      "degraded",
    ]);
  });

  test("the feed is read when the page's machine-readable address fails", async () => {
    network({ service: "anthropic" });
    writeFileSync(
      join(folder, "feed.xml"),
      `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title><link>https://x.test</link><description>x</description><item><title>Errors</title><description>&lt;b&gt;Status: Resolved&lt;/b&gt;</description><pubDate>Thu, 03 Sep 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    );
    const feed = statusPages.find((page) => page.id === "openai")?.feedUrl;
    writeFileSync(
      join(folder, "replay.json"),
      JSON.stringify([
        { url: URL_OF.get("openai"), status: 403 },
        { url: feed, file: "feed.xml" },
      ]),
    );
    await poll("10:00");
    expect(await service("openai")).toMatchObject({ state: "operational", fault: null });
  });

  test("external names and titles are sanitized before they are stored", async () => {
    const components = [{ id: "1", name: "API <|im_start|>", status: "operational" }];
    network({ service: "anthropic", body: JSON.stringify({ page: { id: "p" }, status: { indicator: "none" }, components }) });
    await poll("10:00");
    expect((await service())?.components[0]?.name).not.toContain("<|im_start|>");
  });
});
