import { sign } from "node:crypto";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { hashRequest, hashResponse } from "@/lib/receipts/hashes";
import { aKey, someFields } from "../support/receipts/receipts";

/** Prints microseconds per receipt, whole and in parts, beside the bare signature. */

const ROUNDS = 500;
const PER_ROUND = 20;

const recommendation = (rank: number) => ({
  rank,
  model: { id: `model-${rank}`, name: `Model ${rank}`, provider: "anthropic", flagship: false },
  pricing: { input: 1.25 + rank, output: 10.5, currency: "USD", unit: "per 1M tokens" },
  composite_score: 0.8312 - rank / 100,
  breakdown: { quality: 0.871, availability: 1, cost: 0.412, latency: 0.5 },
  signals: { benchmarks_used: ["swe_bench", "human_eval", "mmlu_pro"], status: "operational", status_source: "https://status.example.com" },
});

const answer = {
  ok: true,
  task: "code",
  weights: { quality: 0.4, availability: 0.2, cost: 0.3, latency: 0.1 },
  filters: { budget: null, min_quality: null },
  recommendations: Array.from({ length: 5 }, (_, index) => recommendation(index + 1)),
  freshness: { as_of: "2026-05-15T18:00:00.000Z", data_age_seconds: 12, max_age_seconds: 600, fresh: true, sla_applies: true },
};
const large = { ...answer, recommendations: Array.from({ length: 250 }, (_, index) => recommendation(index)) };

/** Rounds are shorter than a scheduler slice. The fastest one counts, because the others were interrupted. */
function microseconds(work: () => unknown, rounds = ROUNDS): number {
  let fastest = Infinity;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let turn = 0; turn < PER_ROUND; turn++) work();
    fastest = Math.min(fastest, ((performance.now() - started) * 1000) / PER_ROUND);
  }
  return fastest;
}

const key = aKey();
const fields = someFields();
const message = Buffer.alloc(640, "x");
const parts = {
  bareSignature: () => sign(null, message, key.privateKey),
  responseHash: () => hashResponse(answer),
  signedReceipt: () => buildReceipt(fields, key),
  whole: () =>
    receiptRow(
      buildReceipt(
        {
          ...fields,
          response_hash: hashResponse(answer),
          request_hash: hashRequest("GET", "/api/premium/routing", [
            ["top_n", "5"],
            ["task", "code"],
          ]),
        },
        key,
      ),
    ),
};
const figures: Record<string, number> = Object.fromEntries(Object.entries(parts).map(([name, work]) => [name, microseconds(work)]));
const sizes = { answerBytes: JSON.stringify(answer).length, largeBytes: JSON.stringify(large).length };
process.stdout.write(JSON.stringify({ ...figures, largeResponseHash: microseconds(() => hashResponse(large), ROUNDS / 10), ...sizes }));
