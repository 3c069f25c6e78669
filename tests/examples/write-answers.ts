import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { watchDeliveries } from "@/db/schema/watches";
import { metrics } from "@/lib/endpoints/metrics";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { apiDescription, catalog } from "@/lib/docs/catalog";
import { operationName } from "@/lib/docs/answer-examples";
import { documented } from "@/lib/docs/json-schema";
import { exampleTarget } from "@/lib/docs/parameters";
import { env } from "@/lib/config/env";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { envelopedSchema } from "@/lib/http/envelope";
import { contractToken } from "../support/contract/contract-tokens";
import { fillWorld } from "../support/fill-world";
import { openRailsWorld } from "../support/money/rails-world";
import { request, type Answer } from "../support/server/request";
import { addFires } from "../support/watches/watch-rows";
import { writeReplayWorld } from "../support/sources/replay-world";
import { shortened } from "./shorten";
import { answersOfBuying } from "./buying";

/** `npm run examples`: one real answer of every operation, shortened, for the API description. */

const FILE = join(import.meta.dirname, "../../lib/docs/answer-examples.json");
const DAY_MS = 86_400_000;
const METRICS_TOKEN = "metrics-token-of-the-examples";
const folder = mkdtempSync(join(tmpdir(), "examples-"));

process.env.TEST_RUN_FOLDER = folder;
process.env.SOURCES_REPLAY_DIR = join(folder, "replay");
Object.assign(process.env, {
  LOG_LEVEL: "silent",
  METRICS_TOKEN,
  RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
  WATCH_SECRET_KEY: Buffer.alloc(32, 8).toString("base64url"),
});

const today = new Date().toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
const dayBefore = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 10);

/** Days of an example are those of the world that was just filled. */
function datedTarget({ path, example }: AnyEndpoint, target: string): string {
  const isLog = path.startsWith("/api/receipt/log/");
  if (example?.query?.from) return target.replace(/from=[\d-]+/, `from=${dayBefore}`).replace(/to=[\d-]+/, `to=${today}`);
  return target.replace(/\b20\d\d-\d\d-\d\d\b/g, isLog ? yesterday : today);
}

function paramsOf(endpoint: AnyEndpoint, target: string): Record<string, string> {
  const names = [...endpoint.path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
  const pattern = new RegExp(`^${endpoint.path.replace(/[.]/g, "\\.").replace(/\[\w+\]/g, "([^/?]+)")}`);
  const values = pattern.exec(target)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? "")]));
}

let calls = 0;

function credentialFor(endpoint: AnyEndpoint, token: string): Record<string, string> {
  if (endpoint === metrics) return { authorization: `Bearer ${METRICS_TOKEN}` };
  return endpoint.access.kind === "free" ? {} : { authorization: `Bearer ${token}` };
}

function ask(endpoint: AnyEndpoint, body: unknown = endpoint.example?.body, token = contractToken(++calls)): Promise<Answer> {
  const target = datedTarget(endpoint, exampleTarget(endpoint));
  return request(endpoint, target, {
    method: endpoint.method,
    params: paramsOf(endpoint, target),
    headers: credentialFor(endpoint, token),
    ...(endpoint.body ? { body: JSON.stringify(body) } : {}),
  });
}

/** Tokens and memos are secrets, also those of a test. */
const withoutSecrets = (text: string): string =>
  text.replace(/aed_live_[0-9a-f]{64}/g, `aed_live_${"0".repeat(64)}`).replace(/aed-[0-9a-f]{32}/g, `aed-${"0".repeat(32)}`);

/** A fire that was sent, under the id of the example that sends it once more. */
async function sentFire(db: Db): Promise<void> {
  const { id: watchId = "", delivery: id = "" } = redeliver.example?.params ?? {};
  const [fire] = await addFires(db, [watchId]);
  await db
    .update(watchDeliveries)
    .set({ id, state: "sent", finishedAt: new Date(), outcome: "answered", httpStatus: 204 })
    .where(eq(watchDeliveries.id, fire ?? ""));
}

function exampleOf(endpoint: AnyEndpoint, { text, body }: Answer): unknown {
  const schema = envelopedSchema(endpoint);
  const isText = body === null;
  const answer: unknown = isText ? withoutSecrets(text) : JSON.parse(withoutSecrets(text));
  // The description of the API would hold itself.
  if (endpoint === apiDescription) {
    const { openapi, info } = body;
    return { openapi, info: { title: info.title, version: info.version }, paths: {} };
  }
  return shortened(answer, isText ? {} : documented(schema, "output"));
}

const world = await openRailsWorld();
writeReplayWorld(env().SOURCES_REPLAY_DIR as string, {
  now: new Date(Date.now() - 60_000),
  troubled: { groq: "degraded" },
  shared: {
    title: "OpenAI announces the model release of the year for coding agents",
    text: "The new model release halves the price of input tokens and doubles the context window.",
    sources: 6,
  },
});
await fillWorld(world.db);
await sentFire(world.db);
const known = await answersOfBuying(world);
const examples: Record<string, unknown> = {};
// What ends something comes last.
const ordered = catalog().toSorted((one, other) => Number(one.method === "DELETE") - Number(other.method === "DELETE"));
for (const endpoint of ordered) {
  const name = operationName(endpoint);
  const answer = known.get(name) ?? (await ask(endpoint));
  if (answer.status === 200) examples[name] = exampleOf(endpoint, answer);
  else process.stderr.write(`${name}: ${answer.status} ${answer.text.slice(0, 200)}\n`);
}
const sorted = Object.fromEntries(Object.entries(examples).toSorted(([one], [other]) => one.localeCompare(other, "en")));
writeFileSync(FILE, `${JSON.stringify(sorted, null, 1)}\n`);
process.stdout.write(`${Object.keys(examples).length} answers, ${JSON.stringify(examples).length} bytes\n`);
await world.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
