// @ts-check
import autocannon from "autocannon";
import { setTimeout as delay } from "node:timers/promises";
import { residentMb } from "./processes.mjs";
import { firstAnswer, spawnBuilt } from "./start.mjs";
import { fillDatabase } from "./world.mjs";

const CALLS = Number(process.env.BENCH_CALLS ?? 300_000);
const BOUND_MB = 600;
/** How many times the memory of after the start. */
const BOUND_GROWTH = 1.3;

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const addressOf = (/** @type {number} */ number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

let count = 0;
/** A target that was never asked for. Half of them differ in a parameter that the endpoint does not know. */
function unseenTarget() {
  count += 1;
  return count % 2 === 0 ? `/api/news?limit=20&z=${count}` : `/api/models?provider=anthropic&max_price=${count / 100}`;
}

/** Resident memory after the start and after calls with as many query strings. @param {string} folder */
export async function benchMemory(folder) {
  const dataDir = fillDatabase(folder);
  const { server, port } = await spawnBuilt(dataDir);
  const base = `http://127.0.0.1:${port}`;
  const resident = () => residentMb(server.pid ?? 0);
  try {
    await firstAnswer(`${base}/api/models`);
    await delay(5000);
    const early = resident();
    const result = await autocannon({
      url: base,
      connections: 50,
      amount: CALLS,
      requests: [
        { setupRequest: (request) => ({ ...request, path: unseenTarget(), headers: { "x-forwarded-for": addressOf(count % 65_536) } }) },
      ],
    });
    const late = resident();
    const failed = result.errors + result.timeouts + result.non2xx;
    const [isSmall, isSteady] = [!(early > BOUND_MB), !(late / early > BOUND_GROWTH)];
    print(`Memory (resident set)`);
    print(
      `  after the start: ${early.toFixed(0)} MB (bound ${BOUND_MB}, ratio ${(early / BOUND_MB).toFixed(2)})${isSmall ? "" : "  MISSED"}`,
    );
    print(
      `  after ${CALLS} calls with as many query strings: ${late.toFixed(0)} MB, ${(late / early).toFixed(2)} times (bound ${BOUND_GROWTH})${isSteady ? "" : "  MISSED"}${failed ? `  ${failed} failed` : ""}`,
    );
    return isSmall && isSteady && failed === 0;
  } finally {
    server.kill("SIGKILL");
  }
}
