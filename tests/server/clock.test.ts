import { sql } from "drizzle-orm";
import { spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "@/db/client";
import { rowsOf } from "../support/stores/rows-of";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { hashOfHead } from "@/lib/receipts/log-head";
import { httpCall } from "../support/server/http-call";
import { faultsOfLedger, fundedToken } from "../support/money/money";
import { moneyWorld } from "../support/money/money-world";
import { inTier, isForLongTier } from "../support/lacks";
import { publishDay } from "../support/receipts/publish-day";
import { ensureBuild, runScript, startServer, type TestServer } from "../support/server/server";

const DAY_MS = 86_400_000;
const ROUTING = "/api/premium/routing?task=code";
const VERIFIER = join(import.meta.dirname, "../../public/verify-receipt.mjs");

let folder: string;
beforeAll(async () => {
  await ensureBuild();
  folder = mkdtempSync(join(tmpdir(), "clock-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function clockWorld(driver: "pglite" | "pg") {
  const world = await moneyWorld(driver);
  const file = join(folder, `shift-${driver}-${Math.random()}`);
  const setAhead = (milliseconds: number) => {
    writeFileSync(`${file}.new`, String(milliseconds));
    renameSync(`${file}.new`, file);
  };
  setAhead(0);
  return { ...world, setAhead, shifted: { ...world.variables, CLOCK_SHIFT_FILE: file } };
}
type ClockWorld = Awaited<ReturnType<typeof clockWorld>>;

const get = async (server: TestServer, target: string) => JSON.parse((await httpCall(server.port, { target })).text);

async function paid(server: TestServer, bearer: { Authorization: string }) {
  const { status, text } = await httpCall(server.port, { target: ROUTING, headers: { authorization: bearer.Authorization } });
  const body = JSON.parse(text);
  return { status, text, billing: body.billing, receipt: body.receipt ?? null, receiptStatus: body.receipt_status ?? null };
}

const CHARGED = { status: 200, billing: { credits_charged: 1 }, receipt: { credits_charged: 1 }, receiptStatus: null };
const UNSURE = {
  status: 200,
  billing: { credits_charged: 0, no_charge_reason: "clock_unsure" },
  receipt: null,
  receiptStatus: "clock_unsure",
};

const job = (variables: Record<string, string>, ...args: string[]) => runScript("lib/server/cli/jobs-cli.ts", variables, ["run", ...args]);
const doctor = (variables: Record<string, string>, ...args: string[]) =>
  runScript("lib/server/start/doctor.ts", variables, args).catch((error: Error) => error.message);

async function stampedAhead(db: Db): Promise<Record<string, number>> {
  const counts = {
    job_runs: "started_at",
    sources: "last_attempt_at",
    ledger_transactions: "at",
    receipts: "day",
    receipt_days: "day",
    receipt_logs: "published_at",
    no_charge_events: "at",
    holds: "created_at",
    snapshots: "taken_at",
  };
  const [row] = await rowsOf<Record<string, number>>(
    db,
    sql.raw(
      `select ${Object.entries(counts)
        .map(([table, column]) => `(select count(*)::int from ${table} where ${column} > now() + interval '10 minutes') as ${table}`)
        .join(", ")}`,
    ),
  );
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, count]) => count > 0));
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(250);
}

describe.each(inTier(["pg"] as const, ["pg", "pglite"] as const))(
  "on %s, a running server whose clock jumps two days ahead and is corrected",
  (driver) => {
    let world: ClockWorld;
    beforeAll(async () => {
      world = await clockWorld(driver);
    });
    afterAll(() => world.close());

    test("stamps, closes and charges nothing meanwhile, and continues as before", async () => {
      const { bearer } = await world.reading((db) => fundedToken(db, 5));
      const server = await startServer({ ...world.shifted, SCHEDULER: "on" });
      expect(await paid(server, bearer)).toMatchObject(CHARGED);

      world.setAhead(2 * DAY_MS);
      expect(await paid(server, bearer)).toMatchObject(UNSURE);
      expect(await get(server, "/api/health")).toMatchObject({
        status: "degraded",
        clock: {
          sure: false,
          reason: expect.stringMatching(/^the machine's clock is 1728\d\d s ahead of the time that has passed/),
          closed_early: [],
        },
      });
      await until(() => server.output().includes("no jobs run while the clock is in doubt"));
      // On Postgres the command runs the job in a process of its own, whose clock the database contradicts.
      for (const name of ["publish-receipt-log", "poll-status"]) {
        expect(await job(world.shifted, name)).toContain('"status":"skipped","reason":"the clock is in doubt');
      }
      expect(await paid(server, bearer)).toMatchObject(UNSURE);

      world.setAhead(0);
      expect(await paid(server, bearer)).toMatchObject({ ...CHARGED, billing: { credits_charged: 1, credits_remaining: 3 } });
      expect(await get(server, "/api/health")).toMatchObject({ clock: { sure: true, reason: null, closed_early: [] } });
      const { datasets } = await get(server, "/api/freshness");
      expect(
        datasets.filter((one: { captured_at: string | null }) => one.captured_at !== null && Date.parse(one.captured_at) > Date.now()),
      ).toEqual([]);
      await server.stop();
      expect(await world.reading(stampedAhead)).toEqual({});
      expect(await world.reading(faultsOfLedger)).toEqual([]);
    });
  },
);

test("doubts a clock that is ahead from the start, by the clock of Postgres", async () => {
  const world = await clockWorld("pg");
  const { bearer } = await world.reading((db) => fundedToken(db, 5));
  world.setAhead(2 * DAY_MS);
  const server = await startServer(world.shifted);
  expect(await paid(server, bearer)).toMatchObject(UNSURE);
  expect(await get(server, "/api/health")).toMatchObject({
    clock: { sure: false, reason: expect.stringContaining("ahead of the clock of the database") },
  });
  world.setAhead(0);
  expect(await paid(server, bearer)).toMatchObject({ ...CHARGED, billing: { credits_charged: 1, credits_remaining: 4 } });
  await server.stop();
  expect(await world.reading(stampedAhead)).toEqual({});
  await world.close();
});

describe.skipIf(isForLongTier())("data left by an undetected clock that ran ahead", () => {
  let world: ClockWorld;
  let bearer: { Authorization: string };
  beforeAll(async () => {
    world = await clockWorld("pglite");
    ({ bearer } = await world.reading((db) => fundedToken(db, 9)));
    world.setAhead(2 * DAY_MS);
    const server = await startServer(world.shifted);
    await job(world.shifted, "poll-status");
    await job(world.shifted, "refresh-pricing");
    await server.stop();
    await world.reading((db) =>
      fundedToken(db, 1).then(() =>
        db.execute(sql`insert into ledger_transactions (kind, at, external_ref) select 'grant', now() + interval '2 days', 'ahead'`),
      ),
    );
    world.setAhead(0);
  });
  afterAll(() => world.close());

  test("counts as stale, and the ledger casts doubt on the clock until the operator overrules it", async () => {
    const server = await startServer(world.shifted);
    const { datasets } = await get(server, "/api/freshness");
    expect(datasets).toContainEqual(
      expect.objectContaining({ dataset: "provider_status", captured_at: null, age_seconds: null, stale: true }),
    );
    expect(await get(server, "/api/status")).toMatchObject({ captured_at: null });
    expect(await paid(server, bearer)).toMatchObject(UNSURE);
    expect(await doctor(world.shifted)).toMatch(
      /^FAIL +clock: it says .* behind the newest entry of the ledger\n +fix: .*npm run doctor -- repair overrules the ledger$/m,
    );
    const repaired = await doctor(world.shifted, "repair");
    expect(repaired).toContain("The clock counts as right from here on, on your word");
    expect(repaired).toMatch(/^Forgotten: \d+ runs of jobs/m);
    expect(repaired).toMatch(/^Still to read again: .*npm run jobs -- run poll-status/m);
    expect(await paid(server, bearer)).toMatchObject({ status: 200, billing: { credits_charged: 0, no_charge_reason: "stale_data" } });
    expect(await job(world.shifted, "refresh-pricing")).toContain('"status":"done"');
    // Only the first poll of a two-minute slot counts, and the world's own poll may have taken this slot.
    while ((await job(world.shifted, "poll-status")).includes('"stored":0')) await delay(5000);
    // Data read by another process shows within two seconds.
    await expect.poll(() => paid(server, bearer), { interval: 1000 }).toMatchObject(CHARGED);
    await server.stop();
  });
});

describe.skipIf(isForLongTier())("a receipt log that was closed two days too early", () => {
  const today = utcDay(new Date());
  let world: ClockWorld;
  let bearer: { Authorization: string };
  let earlyAnswer: Awaited<ReturnType<typeof paid>>;
  beforeAll(async () => {
    world = await clockWorld("pglite");
    ({ bearer } = await world.reading((db) => fundedToken(db, 9)));
    const server = await startServer(world.shifted);
    earlyAnswer = await paid(server, bearer);
    await server.stop();
  });
  afterAll(() => world.close());

  /** Verifies as a reader does, with the answer, the keys and a proof. */
  function verify(answer: string, jwks: string, proof: string): string {
    for (const [name, text] of Object.entries({ answer, jwks, proof })) writeFileSync(join(folder, `${name}.json`), text);
    return spawnSync(process.execPath, [VERIFIER, "answer.json", "--proof", "proof.json"], { cwd: folder, encoding: "utf8" }).stdout;
  }
  const PROVEN = "ok     signature\nok     response\nok     log root\nok     inclusion\n";

  test("leaves calls uncharged until the doctor reopens it; its head stays and is superseded when the day ends", async () => {
    const ahead = new Date(Date.now() + 2 * DAY_MS);
    const [first, second] = await world.reading(
      async (db) => [await publishDay(db, today, ahead), await publishDay(db, addDays(today, 1), ahead)] as const,
    );
    const server = await startServer(world.shifted);
    const text = async (target: string) => (await httpCall(server.port, { target })).text;
    const pinned = await text(`/api/receipt/log/${today}/proof?id=${earlyAnswer.receipt.id}`);
    const jwks = await text("/.well-known/jwks.json");
    expect(verify(earlyAnswer.text, jwks, pinned)).toBe(PROVEN);

    expect(await paid(server, bearer)).toMatchObject(UNSURE);
    expect(await get(server, "/api/health")).toMatchObject({
      status: "degraded",
      clock: { sure: true, closed_early: [today, addDays(today, 1)] },
    });
    expect(await doctor(world.shifted)).toMatch(
      new RegExp(`^FAIL +receipt log: ${today}, ${addDays(today, 1)}: closed before .*\\n +fix: npm run doctor -- repair$`, "m"),
    );
    expect(await doctor(world.shifted, "repair")).toContain(`Open again: ${today}, ${addDays(today, 1)}.`);
    expect(await doctor(world.shifted, "repair")).toBe("There was nothing to repair.\n");

    const late = await paid(server, bearer);
    expect(late).toMatchObject(CHARGED);
    expect(await get(server, "/api/receipt/log")).toMatchObject({
      superseded: [
        { date: addDays(today, 1), signature: second.signature },
        { date: today, signature: first.signature },
      ],
    });
    expect((await httpCall(server.port, { target: `/api/receipt/log/${today}/proof?id=${late.receipt.id}` })).status).toBe(404);
    await server.stop();

    world.setAhead(DAY_MS);
    await job(world.shifted, "publish-receipt-log");
    const tomorrow = await startServer(world.shifted);
    const { days, superseded } = await get(tomorrow, "/api/receipt/log");
    expect(days[0]).toMatchObject({ date: today, size: first.size + 1 });
    expect(days[0].previous).toBe(hashOfHead(superseded[0]));
    expect(superseded[0].previous).toBe(hashOfHead(superseded[1]));
    expect(superseded.map(({ signature }: { signature: string }) => signature)).toEqual([second.signature, first.signature]);
    for (const answer of [earlyAnswer, late]) {
      const { text: proof } = await httpCall(tomorrow.port, { target: `/api/receipt/log/${today}/proof?id=${answer.receipt.id}` });
      expect(verify(answer.text, jwks, proof)).toBe(PROVEN);
    }
    expect(verify(earlyAnswer.text, jwks, pinned)).toBe(PROVEN);
    await tomorrow.stop();
  });
});
