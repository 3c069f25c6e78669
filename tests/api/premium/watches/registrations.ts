import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { rowsOf } from "../../../support/stores/rows-of";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { EMPTIED, opus, storeListings } from "../../../support/history/daily-world";
import { forgetPrepared, request } from "../../../support/server/request";
import { everywhere, storeStates } from "../../../support/status/status-polls";
import { useTestDatabase, type TestDatabase } from "../../../support/stores/database";
import { WATCH_TABLES } from "../../../support/watches/watches";

export const PATH = "/api/premium/watches";
export const SPEC = { type: "price", model: "Claude Opus 4.5", field: "blended", op: "lt", threshold: 10 };
export const CALLBACK = "https://93.184.215.14/hook";

export let opened: TestDatabase;

/** A priced model and operational services, without any watch, before every test of the importing file. */
export function useRegistrations(): void {
  beforeAll(async () => {
    opened = await useTestDatabase();
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.db.execute(sql.raw(`truncate ${WATCH_TABLES}`));
    await opened.db.execute(sql.raw(`truncate ${EMPTIED}`));
    await storeListings(opened.db, [opus()], new Date());
    await storeStates(opened.db, new Date(), everywhere("operational"));
    forgetPrepared();
  });
}

export const postText = (body: string, headers: Record<string, string> = {}) =>
  request(createWatch, PATH, { method: "POST", body, headers });
export const register = (body: unknown, headers: Record<string, string> = {}) => postText(JSON.stringify(body), headers);
export const validBody = (over: Record<string, unknown> = {}) => ({ spec: SPEC, callback_url: CALLBACK, ...over });
export const countWatches = async () =>
  (await rowsOf<{ count: number }>(opened.db, sql`select count(*)::int as count from watches`))[0]?.count;
