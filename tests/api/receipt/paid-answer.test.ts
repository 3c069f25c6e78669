import { sql } from "drizzle-orm";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jwks } from "@/lib/docs/receipt-keys";
import { routing } from "@/lib/endpoints/premium/routing";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import { hashRequest } from "@/lib/receipts/hashes";
import { Receipt } from "@/lib/schemas/receipts";
import { EMPTIED, readEverything, storeOpusScores } from "../../support/history/daily-world";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { fundedToken } from "../../support/money/money";
import { publishDay } from "../../support/receipts/publish-day";
import { forgetPrepared, request } from "../../support/server/request";

const SCRIPT = join(import.meta.dirname, "../../../public/verify-receipt.mjs");

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await useTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "paid-answer-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database.close();
});

async function readSources(minutesAgo: number): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  forgetPrepared();
  await database.db.execute(sql.raw(`truncate ${EMPTIED}`));
  await readEverything(database.db, at);
  await storeOpusScores(database.db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, at);
}

const ask = async (query: string) =>
  request(routing, `/api/premium/routing${query}`, {
    headers: { ...(await fundedToken(database.db, 3)).bearer, "X-Agent-Nonce": "run-0001" },
  });

const verify = async (answer: unknown) =>
  (
    await request(verifyPostedReceipt, undefined, {
      method: "POST",
      body: JSON.stringify(answer),
      headers: { "Content-Type": "application/json" },
    })
  ).body;

function checkOffline(files: Record<string, string>): { status: number | null; stdout: string } {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.json`), text);
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, "answer.json", ...("proof" in files ? ["--proof", "proof.json"] : [])], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout };
}

describe("the receipt of a paid answer", () => {
  test.each([
    [1, 1],
    [60, 0],
  ])("covers the request and the exact bytes sent, for data read %i minutes ago and %i credits charged", async (minutesAgo, credits) => {
    await readSources(minutesAgo);
    const { text, body } = await ask("?top_n=3&task=code&utm_term=a%20b");
    expect(Receipt.parse(body.receipt)).toEqual(body.receipt);
    expect(body.receipt.credits_charged).toBe(credits);
    expect(await verify(JSON.parse(text))).toMatchObject({ valid: true, response_hash_matches: true });
    expect(body.receipt.request_hash).toBe(
      hashRequest("GET", "/api/premium/routing", [
        ["task", "code"],
        ["utm_term", "a b"],
        ["top_n", "3"],
      ]),
    );
    expect(body.receipt).toMatchObject({
      token_short: expect.stringMatching(/^aed_live_[0-9a-f]{8}\.\.\.[0-9a-f]{8}$/),
      agent_nonce: "run-0001",
      body_sha256: null,
      freshness_sla_seconds: 600,
    });
    expect(checkOffline({ answer: text, jwks: (await request(jwks)).text })).toEqual({
      status: 0,
      stdout: "ok     signature\nok     response\n",
    });
    expect(checkOffline({ answer: text.replace('"task":"code"', '"task":"math"') })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("FAILED response"),
    });
  });

  test("is in the log of its day and can be proved offline", async () => {
    await readSources(1);
    const { text, body } = await ask("?task=code");
    const day = body.receipt.server_time.slice(0, 10);
    await publishDay(database.db, day, new Date());
    const proof = await request(receiptProof, `/api/receipt/log/${day}/proof?id=${body.receipt.id}`, { params: { date: day } });
    expect([proof.status, proof.body.log.size]).toEqual([200, 3]);
    expect(checkOffline({ answer: text, jwks: (await request(jwks)).text, proof: proof.text })).toEqual({
      status: 0,
      stdout: "ok     signature\nok     response\nok     log root\nok     inclusion\n",
    });
  });
});
