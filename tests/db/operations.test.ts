import { afterAll, beforeAll, expect, it } from "vitest";
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
  let test: TestDatabase;
  beforeAll(async () => {
    test = await open();
  });
  afterAll(() => test.close());

  it("increments a dataset's version by one per bump", async () => {
    await bumpVersion(test.db, "news", at(0));
    await inTransaction(test.db, (tx) => bumpVersion(tx, "news", at(1)));
    expect(await listVersions(test.db)).toEqual([{ dataset: "news", version: 2 }]);
  });

  it("rolls a bump back with its transaction", async () => {
    const failing = inTransaction(test.db, async (tx) => {
      await bumpVersion(tx, "models", at(0));
      throw new Error("after the bump");
    });
    await expect(failing).rejects.toThrow("after the bump");
    expect((await listVersions(test.db)).map(({ dataset }) => dataset)).not.toContain("models");
  });

  it("keeps a source's last reading through failures and counts them until the next reading", async () => {
    const source = { source: "news/one", dataset: "news" } as const;
    await recordSourceOutcomes(test.db, [{ ...source, at: at(0), fault: null, itemCount: 12 }]);
    await recordSourceOutcomes(test.db, [{ ...source, at: at(10), fault: "timeout", error: "no answer" }]);
    await recordSourceOutcomes(test.db, [{ ...source, at: at(20), fault: "http", error: "HTTP 500" }]);
    const [failing] = await listSources(test.db, "news");
    expect(failing).toMatchObject({
      id: "news/one",
      firstAttemptAt: at(0),
      lastAttemptAt: at(20),
      lastReadAt: at(0),
      lastFault: "http",
      consecutiveFailures: 2,
      itemCount: 12,
    });
    await recordSourceOutcomes(test.db, [{ ...source, at: at(30), fault: null }]);
    const [read] = await listSources(test.db, "news");
    expect(read).toMatchObject({ lastReadAt: at(30), lastFault: null, lastError: null, consecutiveFailures: 0, itemCount: 12 });
  });

  it("returns validators only for their URL and can forget them", async () => {
    await saveValidators(test.db, "news/two", "https://a.example/feed", { etag: '"1"', lastModified: null });
    expect(await findValidators(test.db, "news/two", "https://a.example/feed")).toEqual({ etag: '"1"', lastModified: null });
    expect(await findValidators(test.db, "news/two", "https://b.example/feed")).toBeNull();
    await forgetValidators(test.db, "news/two");
    expect(await findValidators(test.db, "news/two", "https://a.example/feed")).toEqual({ etag: null, lastModified: null });
  });

  it("counts all simultaneous failures of a host", async () => {
    const fail = () => changeBreaker(test.db, "host.example", (state) => ({ failures: state.failures + 1, openUntil: at(5) }));
    await Promise.all(Array.from({ length: 8 }, fail));
    expect(await findBreaker(test.db, "host.example")).toEqual({ failures: 8, openUntil: at(5) });
    expect(await findBreaker(test.db, "unknown.example")).toEqual({ failures: 0, openUntil: null });
  });

  it("counts each of several parallel daily uses once", async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => countDailyUse(test.db, "2026-01-01", "preview", "caller")));
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await countDailyUse(test.db, "2026-01-02", "preview", "caller")).toBe(1);
  });

  it("treats a catalog as loaded only with the same content", async () => {
    await recordCatalogLoad(test.db, "gpu", "aa", at(0));
    expect(await isCatalogLoaded(test.db, "gpu", "aa")).toBe(true);
    await recordCatalogLoad(test.db, "gpu", "bb", at(1));
    expect(await isCatalogLoaded(test.db, "gpu", "aa")).toBe(false);
  });
});
