import { afterAll, beforeAll, expect, test } from "vitest";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { useTestDatabase, type TestDatabase } from "../../../../support/stores/database";
import { request } from "../../../../support/server/request";
import { storeStates } from "../../../../support/status/status-polls";

let database: TestDatabase;
const today = utcDay(new Date());
const day = (back: number): string => addDays(today, -back);
const noon = (back: number, minutes = 0): Date => new Date(Date.parse(`${day(back)}T12:00:00Z`) + minutes * 60_000);

beforeAll(async () => {
  database = await useTestDatabase();
  await storeStates(database.db, noon(4), { anthropic: "operational" });
  await storeStates(database.db, noon(3), { anthropic: "degraded" });
  await storeStates(database.db, noon(2), { anthropic: "unknown" });
  await storeStates(database.db, noon(1), { anthropic: "down" });
  await storeStates(database.db, noon(1, 720), { anthropic: "operational" });
});

afterAll(() => database.close());

const uptime = (query: string) => request(statusUptime, `/api/history/status/uptime?${query}`);

test("golden: one operational, one degraded, one down of three days with data are (1 + 0.5) / 3 x 100 = 50", async () => {
  const { status, body } = await uptime(`provider=anthropic&from=${day(4)}&to=${day(1)}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    provider: "anthropic",
    services: ["Claude API"],
    range: { from: day(4), to: day(1), days: 4 },
    days_total: 4,
    days_with_data: 3,
    days_missing: 0,
    days_operational: 1,
    days_degraded: 1,
    days_down: 1,
    days_unknown: 1,
    uptime_pct: 50,
    partial: false,
    incident_days: [
      { date: day(3), status: "degraded" },
      { date: day(1), status: "down" },
    ],
    days: [
      { date: day(4), status: "operational", partial: false },
      { date: day(3), status: "degraded", partial: false },
      { date: day(2), status: "unknown", partial: false },
      { date: day(1), status: "down", partial: false },
    ],
    tier: "free",
    premium: { endpoint: "/api/premium/history/status/uptime" },
  });
});

test("golden: time-weighted over the watched days, 24 h operational, 24 h degraded, 12 h down of 60 are (24 + 12) / 60 x 100 = 60", async () => {
  const { body } = await uptime(`provider=anthropic&from=${day(4)}&to=${day(1)}`);
  expect(body.uptime_pct_time_weighted).toBe(60);
});

test("covers thirty days up to today by default, with days before the first poll missing", async () => {
  const { body } = await uptime("provider=Anthropic");
  expect(body).toMatchObject({ range: { from: day(29), to: today, days: 30 }, days_total: 30, partial: true });
  expect(body.days.at(-1)).toEqual({ date: today, status: "operational", partial: true });
  expect(body.days_missing).toBe(30 - 5);
});

test("counts `days` back from the end", async () => {
  expect((await uptime(`provider=anthropic&days=2&to=${day(1)}`)).body.range).toEqual({ from: day(2), to: day(1), days: 2 });
});

test("has no percentage for a provider that was never polled", async () => {
  expect((await uptime("provider=cohere")).body).toMatchObject({ days_with_data: 0, uptime_pct: null, uptime_pct_time_weighted: null });
});

test("finds a provider by the name of its service or a part of it", async () => {
  expect((await uptime("provider=claude%20api")).body.provider).toBe("anthropic");
});
