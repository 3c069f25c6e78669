import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ready } from "@/lib/endpoints/health/ready";
import { routing } from "@/lib/endpoints/premium/routing";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { EMPTIED, readEverything } from "../../support/history/daily-world";
import { bearer, fundedAccount } from "../../support/money/paid-calls";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { rowsOf } from "../../support/stores/rows-of";
import { mountSmallDisk } from "../../support/stores/small-disk";

const disk = mountSmallDisk(100);
const MB = 1024 * 1024;
if (disk) Object.assign(process.env, { DATA_DIR: disk.path });

describe.skipIf(!disk)(
  `a nearly full disk of the embedded database${disk ? "" : " (skipped: this user may not mount a small disk)"}`,
  () => {
    let opened: TestDatabase;
    let runs = 0;
    const counting = {
      ...routing,
      run: (...given: Parameters<typeof routing.run>) => (runs++, routing.run(...given)),
    } as unknown as AnyEndpoint;
    beforeAll(async () => {
      opened = await useTestDatabase();
      await opened.db.execute(sql.raw(`truncate ${EMPTIED}`));
      await readEverything(opened.db, new Date(Date.now() - 60_000));
    });
    beforeEach(() => disk?.free());
    afterAll(async () => {
      await opened.close();
      disk?.remove();
    });
    const ask = (token: string, method = "GET") => request(counting, `${routing.path}?task=code`, { ...bearer(token), method });

    test("refuses paid calls before they compute or hold anything, uncharged and with the balance, and takes them once there is room", async () => {
      const { token, accountId } = await fundedAccount(opened.db, 3);
      disk?.fill(63 * MB);
      for (const leave of [63 * MB, 1 * MB, 0]) {
        disk?.fill(leave);
        const { status, body, headers } = await ask(token);
        expect([status, body.error, body.billing, headers.get("retry-after")]).toEqual([
          503,
          "storage_full",
          { credits_charged: 0, credits_remaining: 3 },
          "60",
        ]);
      }
      expect([runs, await rowsOf(opened.db, sql`select id from holds where account_id = ${accountId}`)]).toEqual([0, []]);
      expect((await request(counting, `${routing.path}?task=code`)).body.error).toBe("storage_full");
      disk?.free();
      expect([(await ask(token)).status, runs]).toEqual([200, 1]);
    });

    test("is what ready says", async () => {
      expect((await request(ready)).body.checks.storage).toBe("ok");
      await new Promise((resolve) => setTimeout(resolve, 1100));
      disk?.fill(10 * MB);
      const { status, body } = await request(ready);
      expect([status, body.checks.storage]).toEqual([503, expect.stringMatching(/less than 64 MB.*paid calls are refused/)]);
    });
  },
);
