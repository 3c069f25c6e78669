// @ts-check
import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPinned, pin, startProcess } from "./processes.mjs";

const READERS = 4;
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
const PAGE = "/models";

const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);
const percentile = (/** @type {number[]} */ values, /** @type {number} */ share) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

let count = 0;
const unseen = () => (count += 1);
const addressOf = (/** @type {number} */ number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

/** One paid call after the other. @param {string} base @param {string[]} tokens */
async function paidCalls(base, tokens) {
  const times = [];
  for (let call = 0; call < CALLS; call++) {
    const began = performance.now();
    const answer = await fetch(`${base}/api/premium/routing?task=code&budget=${100_000 + unseen()}`, {
      headers: { authorization: `Bearer ${tokens[call % tokens.length]}`, "x-forwarded-for": "192.0.2.1" },
    });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`a paid call was answered with ${answer.status}`);
    times.push(performance.now() - began);
  }
  return times;
}

/** Reads addresses of the page that nobody has read before, until stopped. @param {string} base @param {() => string} from */
function startReader(base, from) {
  const read = { pages: 0, refused: 0 };
  let isReading = true;
  async function run() {
    while (isReading) {
      const answer = await fetch(`${base}${PAGE}?q=x${unseen()}`, { headers: { "x-forwarded-for": from() } });
      await answer.arrayBuffer();
      read[answer.status === 200 ? "pages" : "refused"] += 1;
    }
  }
  const ended = run();
  return { read, stop: () => ((isReading = false), ended) };
}

/** @param {string} name @param {string} base @param {string[]} tokens @param {(reader: number) => () => string} [fromOf] */
async function measure(name, base, tokens, fromOf) {
  const readers = fromOf ? Array.from({ length: READERS }, (_, reader) => startReader(base, fromOf(reader))) : [];
  const times = await paidCalls(base, tokens);
  await Promise.all(readers.map(({ stop }) => stop()));
  const [pages, refused] = [
    readers.reduce((sum, { read }) => sum + read.pages, 0),
    readers.reduce((sum, { read }) => sum + read.refused, 0),
  ];
  print(
    `  ${name}: p50 ${percentile(times, 0.5).toFixed(1)} ms, p90 ${percentile(times, 0.9).toFixed(1)} ms${fromOf ? `; ${pages} pages read, ${refused} refused` : ""}`,
  );
}

/** How long a paid call takes while others read pages that have to be rendered. @param {string} folder */
export async function benchReaders(folder) {
  mkdirSync(folder, { recursive: true });
  // Postgres runs as another user, who needs access to the folders.
  for (const passage of [dirname(folder), folder]) chmodSync(passage, 0o755);
  pin(process.pid, 1);
  const world = fork("tests/bench/premium-world.ts", [folder], {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const [{ url, tokens }] = await once(world, "message");
    const variables = {
      SCHEDULER: "off",
      TRUSTED_PROXY: "127.0.0.0/8",
      LOG_LEVEL: "silent",
      NODE_ENV: "production",
      DATABASE_URL: url,
      DATA_DIR: join(folder, "server"),
    };
    const server = await startProcess("tests/bench/server.ts", { variables, execArgv: ["--import", "tsx", "--expose-gc"] });
    try {
      print(
        `One paid call after the other${isPinned ? ", server on core 0" : ""}, while ${READERS} readers ask for unread addresses of ${PAGE}`,
      );
      await paidCalls(server.base, tokens);
      await measure("no reader", server.base, tokens);
      await measure("four addresses", server.base, tokens, (reader) => () => addressOf(reader));
      await measure("each page from a new address", server.base, tokens, () => () => addressOf(1000 + unseen()));
      await measure("no reader again", server.base, tokens);
    } finally {
      server.stop();
    }
  } finally {
    world.send("stop");
    await once(world, "exit");
  }
}
