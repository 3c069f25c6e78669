// @ts-check
import { spawnSync } from "node:child_process";

const BOUND_MICROSECONDS = 100;

/** Measures what a receipt adds to a paid call: both hashes, the signature, the leaf of the log. */
export function benchReceipts() {
  const run = spawnSync(process.execPath, ["--import", "tsx", "tests/bench/receipts.ts"], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (run.status !== 0) throw new Error(`the receipts could not be measured: ${run.stderr}`);
  const { whole, bareSignature, responseHash, signedReceipt, largeResponseHash, answerBytes, largeBytes } = JSON.parse(run.stdout);
  const isMet = whole < BOUND_MICROSECONDS;
  const show = (/** @type {number} */ value) => value.toFixed(0);
  process.stdout.write(
    `Receipts: ${show(whole)} µs each for an answer of ${(answerBytes / 1024).toFixed(1)} KB (bound ${BOUND_MICROSECONDS}); the bare Ed25519 signature ${show(bareSignature)} µs, built and signed ${show(signedReceipt)} µs, response hash ${show(responseHash)} µs, that of ${show(largeBytes / 1024)} KB ${show(largeResponseHash)} µs${isMet ? "" : "  MISSED"}\n`,
  );
  return isMet;
}
