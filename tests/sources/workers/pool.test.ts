import { once } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPool } from "@/lib/sources/workers/pool";

const threads: { ended: Promise<unknown> }[] = [];
const onWorker = (worker: Worker): void => void threads.push({ ended: once(worker, "exit") });

let pool: ReturnType<typeof startPool>;
beforeEach(() => {
  threads.length = 0;
  process.on("worker", onWorker);
  pool = startPool();
});
afterEach(async () => {
  process.off("worker", onWorker);
  await pool.stop();
});

test("other work does not wait for the embedding model", async () => {
  const finished: string[] = [];
  const texts = Array.from(
    { length: 64 },
    (_, index) => `Halden ships the Skua model, part ${index}. ${"It runs on one chip. ".repeat(12)}`,
  );
  await Promise.all([
    pool.run("embedTexts", texts).then(() => finished.push("embedTexts")),
    pool.run("compress", Buffer.from("{}")).then(() => finished.push("compress")),
  ]);
  expect(finished).toEqual(["compress", "embedTexts"]);
});

test("the model's thread ends after its last batch, and the next batch begins another", async () => {
  const texts = ["Halden ships the Skua model"];
  const before = await pool.run("embedTexts", texts);
  expect(threads).toHaveLength(1);
  await threads[0]?.ended;
  expect(await pool.run("embedTexts", texts)).toEqual(before);
  expect(threads).toHaveLength(2);
});
