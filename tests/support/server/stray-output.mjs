// @ts-check
import { isMainThread, Worker } from "node:worker_threads";

/** Loaded into a server by `--import`. On SIGUSR2 it prints and throws secrets in every way that a library might. */

const secrets = [
  process.env.CHAIN_RPC_URLS,
  process.env.X402_SETTLER_KEY,
  `aed_live_${"5e".repeat(32)}`,
  `aed-${"5e".repeat(8)}`,
  `aed-${"5e".repeat(16)}`,
  `whsec_${"5e".repeat(16)}`,
].map(String);
const words = `HTTP request failed. URL: ${secrets.join(" ")}`;
const fault = () => Object.assign(new Error(words, { cause: new Error(secrets[0]) }), { url: secrets[0], nested: { key: secrets[1] } });

const PRINTING = `
  const { workerData: { words } } = require("node:worker_threads");
  console.log(words); console.error(new Error(words)); process.stdout.write(words); process.emitWarning(words);
  setTimeout(() => undefined, 200);`;

function speak() {
  for (const method of /** @type {const} */ (["log", "info", "warn", "error", "debug", "trace"])) console[method](words, { secrets });
  console.error(fault());
  console.dir({ deep: { deeper: secrets } }, { depth: 5 });
  console.table([{ secrets: secrets[0] }]);
  process.stdout.write(Buffer.from(words));
  process.stderr.write(new TextEncoder().encode(words));
  process.emitWarning(words);
  new Worker(PRINTING, { eval: true, workerData: { words } });
  void Promise.reject(fault());
  void Promise.reject({ url: secrets[0] });
  setTimeout(() => {
    throw fault();
  }, 100);
}

if (isMainThread) process.on("SIGUSR2", speak);
