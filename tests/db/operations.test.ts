import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "@/db/client";
import {
  bumpVersion,
  changeBreaker,
  countDailyUse,
  findBreaker,
  findValidators,
  forgetValidators,
  isCatalogLoaded,
  listSources,
  listVersions,
  recordCatalogLoad,
  recordSourceOutcomes,
  saveValidators,
} from "@/db/queries/freshness/operations";
import type { TestDatabase } from "../support/stores/database";
import { forEachDriver } from "../support/stores/drivers";

const at = (minute: number): Date => new Date(Date.UTC(2026, 0, 1, 7, minute));

forEachDriver((open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test("increments a dataset's version by one per bump", async () => {
    await bumpVersion(database.db, "news", at(0));
    await inTransaction(database.db, (tx) => bumpVersion(tx, "news", at(1)));
    expect(await listVersions(database.db)).toMatchObject([{ dataset: "news", version: 2 }]);
  });

  test("rolls a bump back with its transaction", async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await bumpVersion(tx, "models", at(0));
      throw new Error("after the bump");
    });
    await expect(failing).rejects.toThrow("after the bump");
    expect((await listVersions(database.db)).map(({ dataset }) => dataset)).not.toContain("models");
  });

  test("keeps a source's last reading through failures and counts them until the next reading", async () => {
    const source = { source: "news/one", dataset: "news" } as const;
    await recordSourceOutcomes(database.db, [{ ...source, at: at(0), fault: null, itemCount: 12 }]);
    await recordSourceOutcomes(database.db, [{ ...source, at: at(10), fault: "timeout", error: "no answer" }]);
    await recordSourceOutcomes(database.db, [{ ...source, at: at(20), fault: "http", error: "HTTP 500" }]);
    const [failing] = await listSources(database.db, "news");
    expect(failing).toMatchObject({
      id: "news/one",
      firstAttemptAt: at(0),
      lastAttemptAt: at(20),
      lastReadAt: at(0),
      lastFault: "http",
      consecutiveFailures: 2,
      itemCount: 12,
    });
    await recordSourceOutcomes(database.db, [{ ...source, at: at(30), fault: null }]);
    const [read] = await listSources(database.db, "news");
    expect(read).toMatchObject({ lastReadAt: at(30), lastFault: null, lastError: null, consecutiveFailures: 0, itemCount: 12 });
  });

  test("keeps what a source failed by while its host is left alone, which is no attempt", async () => {
    const source = { source: "kev/one", dataset: "kev" } as const;
    await recordSourceOutcomes(database.db, [{ ...source, at: at(0), fault: "network", error: "ENOTFOUND" }]);
    await recordSourceOutcomes(database.db, [{ ...source, at: at(10), fault: "breaker_open", error: "left alone" }]);
    const [failing] = await listSources(database.db, "kev");
    expect(failing).toMatchObject({ lastFault: "network", lastError: "ENOTFOUND", consecutiveFailures: 1, lastAttemptAt: at(10) });
    await recordSourceOutcomes(database.db, [{ ...source, at: at(20), fault: null }]);
    await recordSourceOutcomes(database.db, [{ ...source, at: at(30), fault: "breaker_open", error: "left alone" }]);
    expect((await listSources(database.db, "kev"))[0]).toMatchObject({ lastFault: "breaker_open", lastReadAt: at(20) });
  });

  test("returns validators only for their URL and can forget them", async () => {
    await saveValidators(database.db, "news/two", "https://a.example/feed", { etag: '"1"', lastModified: null });
    expect(await findValidators(database.db, "news/two", "https://a.example/feed")).toEqual({ etag: '"1"', lastModified: null });
    expect(await findValidators(database.db, "news/two", "https://b.example/feed")).toBeNull();
    await forgetValidators(database.db, "news/two");
    expect(await findValidators(database.db, "news/two", "https://a.example/feed")).toEqual({ etag: null, lastModified: null });
  });

  test("counts all simultaneous failures of a host", async () => {
    const fail = () => changeBreaker(database.db, "host.example", (state) => ({ failures: state.failures + 1, openUntil: at(5) }));
    await Promise.all(Array.from({ length: 8 }, fail));
    expect(await findBreaker(database.db, "host.example")).toEqual({ failures: 8, openUntil: at(5) });
    expect(await findBreaker(database.db, "unknown.example")).toEqual({ failures: 0, openUntil: null });
  });

  test("counts each of several parallel daily uses once", async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => countDailyUse(database.db, "2026-01-01", "preview", "caller")));
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await countDailyUse(database.db, "2026-01-02", "preview", "caller")).toBe(1);
  });

  test("treats a catalog as loaded only with the same content", async () => {
    await recordCatalogLoad(database.db, "gpu", "aa", at(0));
    expect(await isCatalogLoaded(database.db, "gpu", "aa")).toBe(true);
    await recordCatalogLoad(database.db, "gpu", "bb", at(1));
    expect(await isCatalogLoaded(database.db, "gpu", "aa")).toBe(false);
  });
});
