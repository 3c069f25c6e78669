import type { Db } from "@/db/client";
import { storeCrawlerBatch } from "@/db/queries/agents/crawlers";
import { operationName } from "@/lib/docs/answer-examples";
import { DAY_MS, HOUR_MS } from "@/lib/domain/basics/time";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { routing } from "@/lib/endpoints/premium/routing";
import { verifyLinkedReceipt, verifyPostedReceipt } from "@/lib/endpoints/receipt/verify";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import { contractToken } from "../support/contract/contract-tokens";
import { storeExampleReceipt } from "../support/receipts/example-receipt";
import { someFields } from "../support/receipts/receipts";
import { request, type Answer } from "../support/server/request";
import { insertReceipt } from "../support/stores/stored-rows";

/** What an operation that tells of earlier calls needs for an answer with something in it. */

const RECEIPTS = 4;

const headers = { authorization: `Bearer ${contractToken(0)}` };

/** Receipts of yesterday, so that the proof that one is in the log has a path. */
export async function storeReceipts(db: Db): Promise<void> {
  const now = new Date();
  await storeExampleReceipt(db);
  for (let index = 1; index < RECEIPTS; index++) {
    const time = new Date(now.getTime() - DAY_MS - index);
    const receipt = buildReceipt(someFields({ server_time: time.toISOString() }), await publishedKey(db, now));
    await insertReceipt(db, receiptRow(receipt));
  }
}

export async function addVisits(db: Db): Promise<void> {
  const at = new Date();
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  await storeCrawlerBatch(db, {
    buckets: [
      { hour, bot: "GPTBot", pathGroup: "/api/news", hits: 3 },
      { hour, bot: "ClaudeBot", pathGroup: "/llms.txt", hits: 2 },
      { hour, bot: "python-requests", pathGroup: "/api/models", hits: 5 },
    ],
    recent: [
      { bot: "ClaudeBot", pathGroup: "/llms.txt", at },
      { bot: "GPTBot", pathGroup: "/api/news", at },
    ],
  });
}

/** A call that finds nothing is not charged. */
export async function addWaivedCall(): Promise<void> {
  await request(premiumBenchmarkSeries, `${premiumBenchmarkSeries.path}?model=no-such-model&benchmark=swe_bench`, { headers });
}

/** The declared examples hold no receipt that was ever signed; these answers are about a real one. */
export async function answersOfVerifying(): Promise<Map<string, Answer>> {
  const { body } = await request(routing, `${routing.path}?task=code`, { headers });
  const link = Buffer.from(JSON.stringify(body.receipt)).toString("base64url");
  const posted = await request(verifyPostedReceipt, verifyPostedReceipt.path, {
    method: "POST",
    body: JSON.stringify({ receipt: body.receipt, response: body }),
  });
  const linked = await request(verifyLinkedReceipt, `${verifyLinkedReceipt.path}?receipt=${link}`);
  return new Map([
    [operationName(verifyPostedReceipt), posted],
    [operationName(verifyLinkedReceipt), linked],
  ]);
}
