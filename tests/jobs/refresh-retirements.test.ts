import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listSources } from "@/db/queries/freshness/operations";
import { storedMemory } from "@/db/queries/freshness/source-memory";
import { listModels } from "@/db/queries/models/models";
import { listRetirements, listRetirementStatements } from "@/db/queries/models/retirements";
import { refreshPricing } from "@/jobs/refresh-pricing";
import { refreshRetirements } from "@/jobs/refresh-retirements";
import { runJob } from "@/jobs/run";
import { createSourceHttp } from "@/lib/sources/http/http";
import { retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import { liteLlmList, LITELLM_URL, MODELS_DEV_URL, modelsDevList, OPENROUTER_URL, openRouterList } from "../support/models/price-lists";
import { RETIREMENT_DOCUMENTS } from "../support/models/retirement-documents";
import { replayFolder, type ReplayFolder } from "../support/sources/replay-folder";
import { openTestDatabase, type TestDatabase } from "../support/stores/database";

const FIRST = new Date("2026-11-28T05:20:00Z");
const SECOND = new Date("2026-11-29T05:20:00Z");

let database: TestDatabase;
let network: ReplayFolder;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  network = replayFolder();
});
afterEach(async () => {
  network.remove();
  await database.db.execute(
    sql`truncate retirements, retirement_statements, model_observations, model_listings, model_aliases, sources, host_breakers, dataset_versions, catalog_loads, job_runs`,
  );
});

type Documents = Partial<Record<keyof typeof RETIREMENT_DOCUMENTS, string>>;

const http = (signal: AbortSignal) =>
  createSourceHttp({ memory: storedMemory(database.db), userAgent: "test", replayDir: network.path, signal, backoffMs: 1 });

function refresh(now: Date, documents: Documents = RETIREMENT_DOCUMENTS) {
  const urlOf = new Map(retirementSources.map(({ key, url }) => [key, url]));
  network.answer(Object.entries(documents).map(([key, body]) => ({ url: urlOf.get(key) ?? "", body })));
  return runJob(refreshRetirements, { db: database.db, http, now });
}

async function refreshPrices(now: Date): Promise<void> {
  network.answer([
    { url: MODELS_DEV_URL, body: modelsDevList(["gpt-next", "gpt-more"].map((id) => ({ id, input: 1, output: 2 }))) },
    {
      url: LITELLM_URL,
      body: liteLlmList([
        { id: "gpt-next", input: 1, output: 2, deprecationDate: "2026-10-01" },
        { id: "gpt-more", input: 1, output: 2, deprecationDate: "2026-10-02" },
      ]),
    },
    { url: OPENROUTER_URL, body: openRouterList([{ id: "openai/gpt-next", input: 1, output: 2 }]) },
  ]);
  await runJob(refreshPricing, { db: database.db, http, now });
}

const endOf = async (id: string) => (await listRetirements(database.db)).find(({ host, modelKey }) => `${host}/${modelKey}` === id);
const listingOf = async (id: string) =>
  (await listModels(database.db, { scope: "all" })).find(({ providerId, modelId }) => `${providerId}/${modelId}` === id);
const faultOf = async (key: string) =>
  (await listSources(database.db, "retirements")).find(({ id }) => id === `retirements/${key}`)?.lastFault;

test("a run stores what each source says, and what is believed with all of them", async () => {
  const outcome = await refresh(FIRST);
  // OpenAI's list of models is asked only where a key is configured.
  expect(outcome).toMatchObject({ status: "done", counts: { read: 10, failed: 0 } });
  expect(await endOf("openai/gpt-old-0125-preview")).toMatchObject({
    source: "openai",
    standing: "own",
    firstSeenAt: FIRST,
    movedFrom: [],
  });
  const said = (await listRetirementStatements(database.db)).filter(({ modelKey }) => modelKey === "gpt-old-0125-preview");
  expect(said.map(({ source }) => source).toSorted()).toEqual(["deprecations-info", "openai"]);
});

test("a day that moved is remembered, and a second reading keeps when it was first seen", async () => {
  await refresh(FIRST);
  await refresh(SECOND, { ...RETIREMENT_DOCUMENTS, google: RETIREMENT_DOCUMENTS.google.replaceAll("December 1, 2026", "March 1, 2027") });
  expect(await endOf("google/gem-2-pro")).toMatchObject({
    retiresOn: "2027-03-01",
    movedFrom: [{ retiresOn: "2026-12-01", movedAt: SECOND.toISOString() }],
    firstSeenAt: FIRST,
    lastSeenAt: SECOND,
  });
});

describe("a page that no longer reads as its table", () => {
  test("keeps its statements, and is shown as failed", async () => {
    await refresh(FIRST);
    await refresh(SECOND, { ...RETIREMENT_DOCUMENTS, azure: "# Deprecations\n\nMoved to the console.\n" });
    expect(await faultOf("azure")).toBe("not_expected");
    expect(await endOf("azure/gpt-o")).toMatchObject({ retiresOn: "2027-04-14", lastSeenAt: FIRST });
  });

  test("and lost most of what was ahead is not believed", async () => {
    await refresh(FIRST);
    const rest = RETIREMENT_DOCUMENTS.azure.split("\n").filter((line) => !/gpt-o|rerank|preview/i.test(line));
    await refresh(SECOND, { ...RETIREMENT_DOCUMENTS, azure: rest.join("\n") });
    expect(await faultOf("azure")).toBe("shrunk");
    expect(await endOf("azure/gpt-o")).toBeDefined();
  });
});

test("a page drops what has ended, which stays ended; what it drops before its day is announced no more", async () => {
  await refresh(FIRST);
  const without = (text: string, word: string): string =>
    text
      .split("\n")
      .filter((line) => !line.includes(word))
      .join("\n");
  await refresh(SECOND, {
    ...RETIREMENT_DOCUMENTS,
    bedrock: without(RETIREMENT_DOCUMENTS.bedrock, "claude-four"),
    mistral: without(RETIREMENT_DOCUMENTS.mistral, "mist-large-2411"),
  });
  expect(await endOf("amazon-bedrock/anthropic.claude-four-20250514-v1:0")).toMatchObject({ state: "retired", lastSeenAt: FIRST });
  expect(await endOf("mistral/mist-large-2411")).toBeUndefined();
});

test("the host's own page decides over price lists, whose word counts where the page says nothing", async () => {
  await refreshPrices(FIRST);
  expect((await listingOf("openai/gpt-next"))?.deprecationDate).toBe("2026-10-01");
  await refresh(FIRST);
  expect(await listingOf("openai/gpt-next")).toMatchObject({
    deprecationDate: "2026-12-11",
    retirement: { precision: "exact", announcedOn: "2026-06-11", successor: "gpt-later-sol" },
  });
  expect(await listingOf("openai/gpt-more")).toMatchObject({ deprecationDate: "2026-10-02" });
  const said = (await listRetirementStatements(database.db)).filter(({ modelKey, host }) => host === "openai" && modelKey === "gpt-next");
  expect(said.map(({ source, retiresOn }) => [source, retiresOn]).toSorted()).toEqual([
    ["litellm", "2026-10-01"],
    ["openai", "2026-12-11"],
  ]);
});
