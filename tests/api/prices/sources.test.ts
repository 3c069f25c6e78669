import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { listModels } from "@/db/queries/models/models";
import type { ListingFacts } from "@/lib/domain/models/model-listing";
import { models } from "@/lib/endpoints/models";
import { priceSourceAccuracy } from "@/lib/endpoints/prices/sources";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { withHash } from "@/lib/sources/workers/model-catalog";
import { forgetPrepared, request } from "../../support/server/request";
import { anObservation } from "../../support/models/model-facts";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
});
afterAll(() => database.close());
beforeEach(forgetPrepared);

/** LiteLLM says this of the only model at a moment. */
async function read(at: string, facts: Partial<ListingFacts>): Promise<void> {
  const now = new Date(at);
  const observation = withHash(anObservation("litellm", { providerId: "sambanova", modelId: "lab-9b", makerId: null, ...facts }));
  await storeCatalog(database.db, { now, replacing: new Map([["litellm", [observation]]]), readAt: { litellm: now } });
  const outcome = { source: "models/litellm", dataset: "models" as const, at: now, fault: null, itemCount: 1 };
  await recordSourceOutcomes(database.db, [outcome]);
}

const listed = async () => (await listModels(database.db, { scope: "all" }))[0];
async function accuracy() {
  forgetPrepared();
  const { body } = await request(priceSourceAccuracy, "/api/prices/sources");
  return (body as z.output<typeof priceSourceAccuracy.response>).sources.find(({ key }) => key === "litellm");
}

describe("a reading that is ten times off what its own source said before", () => {
  test("replaces nothing, for as long as the source says so, and is counted with its month and its correction", async () => {
    await read("2026-10-02T00:00:00Z", { inputPrice: 1, outputPrice: 2 });
    expect(await accuracy()).toMatchObject({ set_aside_now: 0, contradicted_now: 0, months: [] });
    await read("2026-10-30T00:00:00Z", { inputPrice: 1000, outputPrice: 1999 });
    await read("2026-10-31T00:00:00Z", { inputPrice: 1000, outputPrice: 1999 });
    expect(await listed()).toMatchObject({
      inputPrice: 1,
      outputPrice: 2,
      hasPriceConflict: true,
      verifiedAt: "2026-10-02",
      readingsSetAside: [{ source: "litellm", input: 1000, reason: "unit_suspect" }],
    });
    expect(await accuracy()).toMatchObject({ set_aside_now: 1, reasons_now: { unit_suspect: 1 } });
  });

  test("is shown with its reason where the caller asks for sources, and among what each source says", async () => {
    forgetPrepared();
    const answer = async (query: string) =>
      (await request(models, `/api/models?provider=sambanova${query}`)).body.providers[0].models[0] as Record<string, unknown>;
    const shown = await answer("&include=sources");
    expect(shown["readings_set_aside"]).toEqual([
      expect.objectContaining({ source: "litellm", kind: "token_price", inputPrice: 1000, outputPrice: 1999, reason: "unit_suspect" }),
    ]);
    const plain = await answer("");
    expect(plain).not.toHaveProperty("readings_set_aside");
    expect(plain["price_sources"]).toEqual([
      expect.objectContaining({ inputPrice: 1, verified_at: "2026-10-02" }),
      expect.objectContaining({ inputPrice: 1000, set_aside: "unit_suspect" }),
    ]);
  });

  test("is corrected by a reading that no longer is, after as many days as it took", async () => {
    await read("2026-11-09T00:00:00Z", { inputPrice: 1.2, outputPrice: 2 });
    expect(await listed()).toMatchObject({ inputPrice: 1.2, hasPriceConflict: false, readingsSetAside: [] });
    expect(await accuracy()).toMatchObject({
      set_aside_now: 0,
      months: [{ month: "2026-10", set_aside: 1, contradicted: 0, corrected: 1, median_days_to_correction: 10 }],
    });
  });
});
