import { addressPattern, pathValuesOf } from "@/lib/domain/basics/address-pattern";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { watchDeliveries } from "@/db/schema/watches";
import { metrics } from "@/lib/endpoints/metrics";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { apiDescription, catalog } from "@/lib/docs/catalog";
import { operationName } from "@/lib/docs/answer-examples";
import { documented } from "@/lib/docs/json-schema";
import { exampleTarget } from "@/lib/docs/parameters";
import { Binary } from "@/lib/schemas/binary";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { envelopedSchema } from "@/lib/http/envelope";
import { contractToken, fundContractTokens } from "../support/contract/contract-tokens";
import { runEveryJob } from "../support/fill-world";
import { daysAgo } from "../support/history/captured-days";
import { dayFolder, serveDays } from "../support/history/days-of-service";
import { openRailsWorld } from "../support/money/rails-world";
import { request, type Answer } from "../support/server/request";
import { addFires } from "../support/watches/watch-rows";
import { answersOfBuying } from "./buying";
import { answersOfVerifying, addVisits, addWaivedCall, storeReceipts } from "./earlier-calls";
import { shortened } from "./shorten";

endWithUsage(
  "Usage: npm run examples   ask every operation of a service with replayed sources and a local chain, and keep one shortened answer of each in lib/docs/answer-examples.json, for the API description",
);

const FILE = join(import.meta.dirname, "../../lib/docs/answer-examples.json");
/** Enough for a forecast; prices fall and a provider is down on the way. */
const DAYS = 8;
const METRICS_TOKEN = "metrics-token-of-the-examples";
const folder = mkdtempSync(join(tmpdir(), "examples-"));

process.env.TEST_RUN_FOLDER = folder;
Object.assign(process.env, {
  SOURCES_REPLAY_DIR: dayFolder(folder, 0),
  LOG_LEVEL: "silent",
  METRICS_TOKEN,
  RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
  WATCH_SECRET_KEY: Buffer.alloc(32, 8).toString("base64url"),
});

/** Days of an example are those of the world that was just filled: the day that has most to show. */
function datedTarget({ path, example }: AnyEndpoint, target: string): string {
  const first = daysAgo(DAYS - 1);
  if (example?.query?.from) return target.replace(/from=[\d-]+/, `from=${first}`).replace(/to=[\d-]+/, `to=${daysAgo(0)}`);
  const day = path.startsWith("/api/receipt/log/") ? daysAgo(1) : path.includes("/news/") ? first : daysAgo(0);
  return target.replace(/\b20\d\d-\d\d-\d\d\b/g, day);
}

const paramsOf = (endpoint: AnyEndpoint, target: string): Readonly<Record<string, string>> =>
  pathValuesOf(addressPattern(endpoint.path).exec(target.split("?", 1)[0] ?? "")?.groups ?? {});

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
  if (endpoint.formats) return shortened(body, {});
  if (endpoint.response === Binary) return "PAR1, and so on: bytes of a file";
  const answer: unknown = isText ? withoutSecrets(text) : JSON.parse(withoutSecrets(text));
  // The description of the API would hold itself.
  if (endpoint === apiDescription) {
    const { openapi, info } = body;
    return { openapi, info: { title: info.title, version: info.version }, paths: {} };
  }
  return shortened(answer, isText ? {} : documented(schema, "output"));
}

const world = await openRailsWorld();
await serveDays(world.db, folder, DAYS);
await storeReceipts(world.db);
await runEveryJob(world.db);
await fundContractTokens(world.db);
await sentFire(world.db);
await addVisits(world.db);
await addWaivedCall();
const known = new Map([...(await answersOfBuying(world)), ...(await answersOfVerifying())]);
const examples: Record<string, unknown> = {};
/** What tells of earlier calls comes after them, and what ends something last. */
const turnOf = ({ method, path }: AnyEndpoint): number => (method === "DELETE" ? 2 : /usage|no-charge/.test(path) ? 1 : 0);
const ordered = catalog().toSorted((one, other) => turnOf(one) - turnOf(other));
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
