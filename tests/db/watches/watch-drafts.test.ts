import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { activateWatch, draftWatch, findWatch } from "@/db/queries/watches/watches";
import { newWatchId } from "@/lib/watches/watch-secret";
import type { TestDatabase } from "../../support/stores/database";
import { forEachDriver } from "../../support/stores/drivers";
import { fundedAccount } from "../../support/money/paid-calls";
import { WATCH_TABLES } from "../../support/watches/watches";

const NOON = new Date("2026-05-15T12:00:00Z");

forEachDriver((open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());
  beforeEach(() => opened.db.execute(sql.raw(`truncate ${WATCH_TABLES}`)));

  const draft = (accountId: number, callbackHost: string, over: { paidBy?: string; createdAt?: Date } = {}) => {
    const createdAt = over.createdAt ?? NOON;
    return draftWatch(opened.db, {
      id: newWatchId(),
      accountId,
      paidBy: over.paidBy ?? randomUUID(),
      spec: { type: "digest", cadence: "daily" },
      subjects: [],
      callbackUrl: `https://${callbackHost}/`,
      callbackHost,
      fireCap: 1,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 90 * 86_400_000),
      lastStates: {},
    });
  };

  test("accepts twenty-five of forty simultaneous drafts of one account", async () => {
    const { accountId } = await fundedAccount(opened.db, 0);
    const caps = await Promise.all(Array.from({ length: 40 }, (_, index) => draft(accountId, `host-${index}.example.com`)));
    expect(caps.filter((isStored) => isStored).length).toBe(25);
  });

  test("accepts forty simultaneous drafts to one host from forty accounts", async () => {
    const accounts = await Promise.all(Array.from({ length: 40 }, () => fundedAccount(opened.db, 0)));
    const caps = await Promise.all(accounts.map(({ accountId }) => draft(accountId, "shared.example.com")));
    expect(caps.every((isStored) => isStored)).toBe(true);
  });

  test("counts an uncharged draft toward the cap for ten minutes only", async () => {
    const { accountId } = await fundedAccount(opened.db, 0);
    for (let count = 0; count < 25; count++) await draft(accountId, "host.example.com");
    expect(await draft(accountId, "host.example.com", { createdAt: new Date(NOON.getTime() + 599_000) })).toBe(false);
    expect(await draft(accountId, "host.example.com", { createdAt: new Date(NOON.getTime() + 601_000) })).toBe(true);
  });

  test("replaces the draft of a repeated call, and activates it once when charged", async () => {
    const { accountId } = await fundedAccount(opened.db, 0);
    for (let run = 0; run < 3; run++) expect(await draft(accountId, "host.example.com", { paidBy: "call-1" })).toBe(true);
    const rows = await rowsOf<{ id: string }>(opened.db, sql`select id from watches`);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? "";
    expect(await findWatch(opened.db, accountId, id)).toBeNull();
    await activateWatch(opened.db, "call-1");
    await opened.db.execute(sql`update watches set status = 'deleted'`);
    await activateWatch(opened.db, "call-1");
    expect(await findWatch(opened.db, accountId, id)).toMatchObject({ status: "deleted" });
  });
});
