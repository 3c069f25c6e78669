import { describe, expect, test } from "vitest";
import { inTransaction } from "@/db/client";
import { dbOf, openConnection } from "@/db/connection";
import { lacksPgbouncer } from "../../support/lacks";
import { createPostgresDatabase } from "../../support/stores/drivers";
import { sessionLimits } from "../../support/stores/session-limits";

describe.skipIf(lacksPgbouncer())("behind a pooler that refuses settings at the start of a connection", () => {
  test("each transaction has the limits, and leaves none behind in the pooler's connection", async () => {
    const database = await createPostgresDatabase(true);
    const connection = await openConnection({ driver: "pg", url: database.url }, "");
    const db = dbOf(connection);
    const asked = await Promise.all(Array.from({ length: 12 }, () => sessionLimits(db)));
    expect(new Set(asked.map(String))).toEqual(new Set(["0,0,0"]));
    expect(await inTransaction(db, sessionLimits)).toEqual(["60000", "10000", "60000"]);
    expect(await sessionLimits(db)).toEqual(["0", "0", "0"]);
    await connection.close();
    await database.drop();
  });
});
