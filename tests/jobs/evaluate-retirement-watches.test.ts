import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { evaluateWatches } from "@/jobs/evaluate-watches";
import { storeRetirements } from "@/lib/ingest/models/retirements/store-retirements";
import { createSourceHttp } from "@/lib/sources/http/http";
import { aStatement } from "../support/models/retirement-documents";
import { memoryInProcess } from "../support/sources/source-server";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";
import { aWatch, deliveriesOf, WATCH_TABLES } from "../support/watches/watches";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.execute(sql.raw(`truncate ${WATCH_TABLES}, retirements, retirement_statements, dataset_versions`));
});

const NOON = new Date("2026-05-15T12:00:00Z");
const later = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);
const day = (date: string): Date => new Date(`${date}T12:00:00Z`);

const run = (now: Date) => {
  const { signal } = new AbortController();
  const http = createSourceHttp({ memory: memoryInProcess(), userAgent: "t", signal });
  return evaluateWatches.run({ db: database.db, http, now, signal, log: () => undefined });
};

const end = (model: string, retiresOn: string) => aStatement({ host: "anthropic", model, retiresOn, source: "anthropic" });
const endsAre = (now: Date, ...statements: ReturnType<typeof end>[]) =>
  storeRetirements(database.db, { now, readings: new Map([["anthropic", { statements, readAt: now }]]) });
const toldTo = async (id: string) =>
  (await deliveriesOf(database.db, id)).map(
    ({ match }) => match?.type === "retirement" && `${match.event} ${match.model} ${match.retires_on}`,
  );

test("retirement watches fire once each: on an announcement, on a moved day, and on the days before it", async () => {
  await endsAre(NOON);
  const spec = { type: "retirement", days_before: [30, 7] } as const;
  const given = { createdAt: NOON, lastRetirements: {} };
  const one = await aWatch(database.db, { ...given, spec: { ...spec, days_before: [30, 7], model: "old" }, subjects: ["anthropic/old"] });
  const all = await aWatch(database.db, {
    ...given,
    spec: { ...spec, days_before: [30, 7], provider: "anthropic" },
    subjects: ["anthropic"],
  });
  await run(later(1));
  await endsAre(later(2), end("old", "2026-06-30"), end("other", "2027-01-31"));
  await run(later(3));
  await run(later(4));
  await endsAre(later(5), end("old", "2026-07-31"), end("other", "2027-01-31"));
  await run(later(6));
  for (const date of ["2026-07-01", "2026-07-01", "2026-07-24", "2026-08-01"]) await run(day(date));
  const ofOld = ["moved old 2026-07-31", "days_before old 2026-07-31", "days_before old 2026-07-31"];
  expect(await toldTo(one.id)).toEqual(["announced old 2026-06-30", ...ofOld]);
  expect(await toldTo(all.id)).toEqual(["announced old 2026-06-30", "announced other 2027-01-31", ...ofOld]);
});
