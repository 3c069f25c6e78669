// @ts-check
import { isMainThread, Worker } from "node:worker_threads";

/** Loaded into a server by `--import`: on SIGUSR2 it prints and throws what it knows, in every way that a library might. */

const known = [
  process.env.CHAIN_RPC_URLS,
  process.env.X402_SETTLER_KEY,
  `aed_live_${"5e".repeat(32)}`,
  `aed-${"5e".repeat(8)}`,
  `aed-${"5e".repeat(16)}`,
  `whsec_${"5e".repeat(16)}`,
].map(String);
const words = `HTTP request failed. URL: ${known.join(" ")}`;
const fault = () => Object.assign(new Error(words, { cause: new Error(known[0]) }), { url: known[0], nested: { key: known[1] } });

const PRINTING = `
  const { workerData: { words } } = require("node:worker_threads");
  console.log(words); console.error(new Error(words)); process.stdout.write(words); process.emitWarning(words);
  setTimeout(() => undefined, 200);`;

function speak() {
  for (const method of /** @type {const} */ (["log", "info", "warn", "error", "debug", "trace"])) console[method](words, { known });
  console.error(fault());
  console.dir({ deep: { deeper: known } }, { depth: 5 });
  console.table([{ known: known[0] }]);
  process.stdout.write(Buffer.from(words));
  process.stderr.write(new TextEncoder().encode(words));
  process.emitWarning(words);
  new Worker(PRINTING, { eval: true, workerData: { words } });
  void Promise.reject(fault());
  void Promise.reject({ url: known[0] });
  setTimeout(() => {
    throw fault();
  }, 100);
}

if (isMainThread) process.on("SIGUSR2", speak);
