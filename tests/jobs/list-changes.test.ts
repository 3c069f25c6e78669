import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { appendChanges, listChangesAfter } from "@/db/queries/history/change-events";
import { deleteModelListings, saveModelAliases } from "@/db/queries/models/models";
import { saveKevEntries } from "@/db/queries/security/security";
import { listChanges } from "@/jobs/list-changes/list-changes";
import { runJob } from "@/jobs/run";
import { aChange } from "../support/history/changes";
import { EMPTIED, opus, readEverything, storeListings, storeOpusScores, unpriced } from "../support/history/daily-world";
import { at, capture, unusedHttp } from "../support/history/run-capture";
import { aListing } from "../support/models/model-facts";
import { storeStates } from "../support/status/status-polls";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

const everyChange = (db: Db) => listChangesAfter(db, { after: 0, upTo: Number.MAX_SAFE_INTEGER, isNewsOnly: false, limit: 1000 });

forEachDriver((open) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await open();
    db = database.db;
  });
  afterAll(() => database.close());
  beforeEach(() => db.execute(sql.raw(`truncate ${EMPTIED}, change_events, change_days, kev_entries`)));

  const list = (now: Date) => runJob(listChanges, { db, http: unusedHttp, now, isForced: true });
  const facts = async () => (await everyChange(db)).map((change) => change.facts);

  /** Two captured days; `change` happens between them. */
  async function captureTwoDays(change: () => Promise<unknown>): Promise<void> {
    await readEverything(db, at("2026-05-10", "06:58"));
    await capture(db, at("2026-05-10"));
    await readEverything(db, at("2026-05-11", "06:58"));
    await change();
    await capture(db, at("2026-05-11"));
  }

  test("lists nothing of the first captured day, which can be compared with none", async () => {
    await readEverything(db, at("2026-05-10", "06:58"));
    await capture(db, at("2026-05-10"));
    await list(at("2026-05-10", "07:01"));
    expect(await facts()).toEqual([]);
  });

  test("lists changed prices, new and removed models with the time at which they were read", async () => {
    const fresh = aListing({ providerId: "openai", modelId: "gpt-9", makerId: "openai", name: "GPT-9", inputPrice: 1, outputPrice: 8 });
    await captureTwoDays(async () => {
      await storeListings(db, [opus({ inputPrice: 4 }), fresh], at("2026-05-11", "06:59"));
      await deleteModelListings(db, [{ providerId: "meta", modelKey: unpriced().modelId }]);
    });
    await list(at("2026-05-11", "07:01"));
    const changes = await everyChange(db);
    expect(changes.map(({ id, provider, at: time }) => [id, provider, time.toISOString()])).toEqual([
      ["price/anthropic/claude-opus-4-5/2026-05-11", "anthropic", "2026-05-11T06:59:00.000Z"],
      ["added/openai/gpt-9/2026-05-11", "openai", "2026-05-11T06:59:00.000Z"],
      ["removed/meta/llama-9/2026-05-11", "meta", "2026-05-11T06:59:00.000Z"],
    ]);
    expect(changes[0]?.facts).toMatchObject({ from: { input: 5, output: 25 }, to: { input: 4, output: 25 } });
  });

  test("takes a model whose id was changed for the same model", async () => {
    await captureTwoDays(async () => {
      await deleteModelListings(db, [{ providerId: "anthropic", modelKey: "claude-opus-4-5" }]);
      await storeListings(db, [opus({ modelId: "claude-opus-4.5" })], at("2026-05-11", "06:59"));
      await saveModelAliases(db, [{ alias: "claude-opus-4-5", providerId: "anthropic", modelId: "claude-opus-4.5" }]);
    });
    await list(at("2026-05-11", "07:01"));
    expect(await facts()).toEqual([]);
  });

  test("lists new and corrected scores, and no score that is the same", async () => {
    await captureTwoDays(() => storeOpusScores(db, { swe_bench: 82, gpqa_diamond: 87, human_eval: 95 }, at("2026-05-11", "06:59")));
    await list(at("2026-05-11", "07:01"));
    expect(await facts()).toEqual([
      expect.objectContaining({ kind: "benchmark_entry", benchmark: "human_eval", from: null, score: 95 }),
      expect.objectContaining({ kind: "benchmark_entry", benchmark: "swe_bench", from: 80.9, score: 82 }),
    ]);
  });

  test("lists how an incident begins, gets worse and ends, each step once, however often it runs", async () => {
    const states = ["operational", "degraded", "down", "operational"] as const;
    for (const [index, state] of states.entries()) {
      await storeStates(db, at("2026-05-10", `08:1${index * 2}`), { anthropic: state });
      await list(at("2026-05-10", `08:1${index * 2 + 1}`));
    }
    await list(at("2026-05-10", "08:30"));
    const changes = await everyChange(db);
    expect(changes.map(({ facts: { kind }, at: time }) => [kind, time.toISOString().slice(11, 16)])).toEqual([
      ["incident_opened", "08:12"],
      ["incident_updated", "08:14"],
      ["incident_resolved", "08:16"],
    ]);
    expect(changes[2]).toMatchObject({ provider: "anthropic", facts: { durationMinutes: 4 } });
  });

  test("lists each exploited vulnerability by the day on which CISA added it, and none without a day", async () => {
    const kev = { dueDate: null, ransomwareUse: null, vendor: "Acme", product: "Proxy", description: null, cwes: [] };
    await saveKevEntries(db, [
      { cveId: "CVE-2026-1111", facts: { ...kev, dateAdded: "2026-05-09" }, sourceBytes: 1 },
      { cveId: "CVE-2026-2222", facts: { ...kev, dateAdded: null }, sourceBytes: 1 },
    ]);
    await list(at("2026-05-10"));
    await list(at("2026-05-10", "07:01"));
    const changes = await everyChange(db);
    expect(changes.map(({ id, at: time }) => [id, time.toISOString()])).toEqual([["kev/CVE-2026-1111", "2026-05-09T00:00:00.000Z"]]);
  });

  test("a reader at one cursor has seen every smaller one, although writers add at the same time", async () => {
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; n < 25; n++) {
        const added = ["a", "b"].map((name) => aChange({ id: `${writer}-${n}-${name}` }));
        await appendChanges(db, added, at("2026-05-10"));
      }
    });
    let isWriting = true;
    const written = Promise.all(writers).finally(() => void (isWriting = false));
    const seen: string[] = [];
    let cursor = 0;
    for (let isLast = false; !isLast;) {
      isLast = !isWriting;
      const rows = await listChangesAfter(db, { after: cursor, upTo: Number.MAX_SAFE_INTEGER, isNewsOnly: false, limit: 7 });
      seen.push(...rows.map(({ id }) => id));
      cursor = rows.at(-1)?.seq ?? cursor;
      if (rows.length > 0) isLast = false;
    }
    await written;
    expect(seen.toSorted()).toEqual((await everyChange(db)).map(({ id }) => id).toSorted());
    expect(seen).toHaveLength(200);
  });
});
