import { readFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { catalog } from "@/lib/docs/catalog";
import { exampleTarget } from "@/lib/docs/parameters";
import { exampleAddresses } from "@/lib/pages";
import { fuzzRequests } from "../support/fuzz/fuzz-requests";
import type { FuzzWorld } from "../support/fuzz/request-parts";
import { inTier, WORLD_DRIVER } from "../support/lacks";
import { moneyWorld, type MoneyWorld } from "../support/money/money-world";
import { fundedAccount } from "../support/money/paid-calls";
import { freePort } from "../support/stores/postgres";
import { httpCall, type HttpCall } from "../support/server/http-call";
import { ensureBuild, startServer, type TestServer } from "../support/server/server";
import { signInByForm } from "../support/server/sign-in-by-form";

/** No request makes the built server fail, whatever it is made of. No answer is a 5xx, and no log line is above `warn`. */

const SEED = Number(process.env.FUZZ_SEED ?? inTier(20_261_128, Date.now() % 2 ** 31));
const COUNT = Number(process.env.FUZZ_COUNT ?? inTier(400, 5000));
/** What a service without a wallet answers buyers, whatever they ask. */
const NOTHING_IS_SOLD = /"error":"payment_disabled"/;

const ROOT = join(import.meta.dirname, "../..");
const actionIds = (): string[] => {
  const manifest = JSON.parse(readFileSync(join(ROOT, ".next/server/server-reference-manifest.json"), "utf8")) as { node: object };
  return Object.keys(manifest.node);
};

let world: MoneyWorld;
let server: TestServer;
let hostile: FuzzWorld;
beforeAll(async () => {
  await ensureBuild();
  world = await moneyWorld(WORLD_DRIVER);
  const [owner, caller] = await world.reading(async (db) => [await fundedAccount(db, 1000), await fundedAccount(db, 1000)] as const);
  // Next sends an action that another page has to itself, by this port.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  server = await startServer({ ...world.variables, PORT: String(port), PUBLIC_BASE_URL: origin });
  const documents = ["/sitemap.xml", "/palette.json", "/docs.md", "/og/models", "/favicon.ico", "/verify-receipt.mjs"];
  hostile = {
    paths: [
      ...new Set([...catalog().map((endpoint) => exampleTarget(endpoint).split("?", 1)[0] as string), ...exampleAddresses, ...documents]),
    ],
    forms: ["/account", "/account/tokens", "/account/watches", "/account/watches/new", "/buy", "/models/route"],
    actions: actionIds(),
    origin,
    cookie: await signInByForm(server.baseUrl, owner.token, origin),
    bearer: caller.token,
  };
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});

const shown = ({ method = "GET", target, headers, body }: HttpCall): string =>
  `${method} ${target.slice(0, 300)} ${JSON.stringify(headers)?.slice(0, 900)} ${JSON.stringify(body)?.slice(0, 900) ?? ""}`;

/** Next says in plain text that it was asked for an action of another build, which is a warning. */
const OTHER_BUILD = /Failed to find Server Action|Error: Invalid Server Actions request|older or newer deployment|^\s+at |Read more: /;

const isAboveWarn = (line: string): boolean =>
  /"level":"(?:error|fatal)"/.test(line) || (!/^\s*(?:\{|$)/.test(line) && !OTHER_BUILD.test(line));

test(`none of ${COUNT} hostile requests fails the server, with the seed ${SEED}`, async () => {
  const before = server.output().length;
  const counts: Record<number, number> = {};
  const failed: string[] = [];
  const inTurn = pLimit(4);
  const send = async (call: HttpCall) => {
    const { status, text } = await httpCall(server.port, call).catch((error: Error) => ({ status: 0, text: error.message }));
    counts[status] = (counts[status] ?? 0) + 1;
    if ((status >= 500 || status === 0) && !NOTHING_IS_SOLD.test(text)) failed.push(`${status} ${shown(call)} → ${text.slice(0, 200)}`);
  };
  await Promise.all(fuzzRequests(hostile, { count: COUNT, seed: SEED }).map((call) => inTurn(() => send(call))));
  process.stdout.write(`hostile requests, seed ${SEED}: ${JSON.stringify(counts)}\n`);
  const output = server.output().slice(before);
  const said = output.split("\n").filter(isAboveWarn);
  expect({ failed: failed.slice(0, 20), said: said.slice(0, 40) }).toEqual({ failed: [], said: [] });
  expect(output).not.toMatch(/\bparams\b/);
  expect((await httpCall(server.port, { target: "/api/health/live" })).status).toBe(200);
});
