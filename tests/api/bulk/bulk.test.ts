import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { parquetReadObjects } from "hyparquet";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crawlerHits } from "@/db/schema/crawlers";
import { SNAPSHOT_TYPES, type SnapshotType } from "@/lib/domain/history/history-spans";
import { bulk } from "@/lib/endpoints/bulk";
import { bulkFile } from "@/lib/endpoints/bulk/[date]/[file]";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/serve";
import { captureDay, daysAgo, minutesBefore, momentOf } from "../../support/history/captured-days";
import { EMPTIED, readEverything } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { forgetPrepared, request } from "../../support/server/request";

type Row = Record<string, unknown>;

let database: TestDatabase;
const [day, dayBefore] = [daysAgo(1), daysAgo(2)];

beforeAll(async () => {
  database = await useTestDatabase();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  for (const date of [dayBefore, day]) {
    const moment = momentOf(date);
    await readEverything(database.db, minutesBefore(moment, 1));
    const hour = new Date(Math.floor(minutesBefore(moment, 61).getTime() / 3_600_000) * 3_600_000);
    await database.db.insert(crawlerHits).values({ bot: "GPTBot", hour, pathGroup: "/api/news", hits: 4 });
    await captureDay(database.db, date);
  }
});
beforeEach(forgetPrepared);
afterAll(async () => {
  await database.close();
});

/** The bytes of a file as they are sent. */
async function bytesOf(file: string, date = day): Promise<Buffer> {
  const response = await serve(createEndpointTable([bulkFile])).GET(new Request(`http://test.local/api/bulk/${date}/${file}`));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/vnd.apache.parquet"]);
  return Buffer.from(await response.arrayBuffer());
}

const answerOf = async (type: SnapshotType, query = "") =>
  request(snapshotOn, `/api/history/${day}/${type}${query}`, { params: { date: day, type } });

/** The entries of the JSON answer as flat rows, told from the files by nothing but their form. */
async function entriesOf(type: SnapshotType): Promise<Row[]> {
  const { data } = (await answerOf(type)).body;
  if (type === "agent-activity") return Object.entries(data.by_bot).map(([bot, hits]) => ({ bot, hits }));
  const entries: Row[] = data.models ?? data.services ?? data.gpus ?? data.providers;
  return entries.map(({ scores, ...entry }) => ({ ...entry, ...(scores as object | undefined) }));
}

const readParquet = (bytes: Buffer): Promise<Row[]> => parquetReadObjects({ file: Uint8Array.from(bytes).buffer });

const plain = (value: unknown): unknown => (typeof value === "bigint" ? Number(value) : value);

describe("GET /api/bulk/{date}/{type}.parquet", () => {
  test.each(SNAPSHOT_TYPES)("a reader of Parquet finds of %s every value of the JSON answer", async (type) => {
    const entries = await entriesOf(type);
    const rows = await readParquet(await bytesOf(`${type}.parquet`));
    expect(entries.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) {
      const row = rows[index] ?? {};
      expect(row.date).toEqual(new Date(day));
      expect(Object.keys(row)).toEqual(expect.arrayContaining(Object.keys(entry)));
      for (const name of Object.keys(row).filter((column) => column !== "date")) {
        const value = entry[name] ?? null;
        const wanted = typeof value === "object" && value !== null ? JSON.stringify(value) : value;
        expect([name, plain(row[name])]).toEqual([name, wanted]);
      }
    }
  });

  test("refuses a day that was not captured, and a file that there is none of", async () => {
    const ask = (date: string, file: string) => request(bulkFile, `/api/bulk/${date}/${file}`, { params: { date, file } });
    expect((await ask("2020-01-01", "pricing.parquet")).body).toMatchObject({ error: "snapshot_not_found", snapshot_type: "pricing" });
    expect((await ask(day, "pricing.csv")).body).toMatchObject({ error: "invalid_type" });
    expect((await ask("yesterday", "gpu.parquet")).body).toMatchObject({ error: "invalid_date" });
  });
});

describe("GET /api/history/{date}/{type}?format=csv", () => {
  test.each(SNAPSHOT_TYPES)("has of %s a row for each entry of the JSON answer", async (type) => {
    const entries = await entriesOf(type);
    const { text, headers } = await answerOf(type, "?format=csv");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(entries.length);
    for (const [index, entry] of entries.entries()) {
      for (const [name, value] of Object.entries(entry)) {
        const wanted = typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
        expect([name, rows[index]?.[name]]).toEqual([name, wanted]);
      }
    }
  });
});

describe("GET /api/bulk", () => {
  test("lists the days with the size and hash of each file, newest first, page by page", async () => {
    const first = (await request(bulk, "/api/bulk?limit=1")).body;
    expect(first).toMatchObject({ count: 2, next_before: day, days: [{ date: day }] });
    const second = (await request(bulk, `/api/bulk?limit=1&before=${day}`)).body;
    expect(second).toMatchObject({ next_before: null, days: [{ date: dayBefore }] });
    const { files } = first.days[0];
    expect(files).toHaveLength(2 * SNAPSHOT_TYPES.length);
    for (const { type, format, url, bytes, sha256, rows } of files) {
      const sent = format === "csv" ? Buffer.from((await answerOf(type, "?format=csv")).text) : await bytesOf(`${type}.parquet`);
      expect(url).toMatch(format === "csv" ? /\?format=csv$/ : /\.parquet$/);
      expect([type, format, bytes, sha256]).toEqual([type, format, sent.byteLength, createHash("sha256").update(sent).digest("hex")]);
      expect(rows).toBe((await entriesOf(type)).length);
    }
  });

  test("the same day has the same bytes", async () => {
    for (const type of SNAPSHOT_TYPES) {
      const once = await bytesOf(`${type}.parquet`);
      forgetPrepared();
      expect((await bytesOf(`${type}.parquet`)).equals(once), type).toBe(true);
    }
  });
});
