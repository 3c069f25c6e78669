import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { capability } from "@/lib/endpoints/capability";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { recordShippedCatalogs } from "@/lib/ingest/record-shipped-catalogs";
import { request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

type Answer = z.output<typeof capability.response>;

let database: TestDatabase;

beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
  await recordShippedCatalogs(database.db);
});
afterAll(() => database.close());

const targetOf = (query: Record<string, string>): string => `${capability.path}?${new URLSearchParams(query)}`;
const answerTo = async (query: Record<string, string> = {}): Promise<Answer> => (await request(capability, targetOf(query))).body;
const idsIn = ({ models }: Answer) => models.map(({ providerId, id }) => `${providerId}/${id}`);

describe("GET /api/capability", () => {
  test("lists the ablest first, each with an interval around its ability", async () => {
    const { models, count } = await answerTo();
    expect(count).toBe(models.length);
    expect(count).toBeGreaterThan(400);
    const abilities = models.map(({ ability }) => ability);
    expect(abilities).toEqual(abilities.toSorted((a, b) => b - a));
    expect(models.filter(({ low, ability, high }) => !(low <= ability && ability <= high))).toEqual([]);
  });

  test("ranks models with three scores and a narrow interval, and says why others have no rank", async () => {
    const { models } = await answerTo();
    for (const { rank, score_count: scores, unranked_because: reason, low, high } of models) {
      expect(rank === null).toBe(reason !== null);
      if (reason === "few_scores") expect(scores).toBeLessThan(3);
      if (reason === null) expect([scores >= 3, high - low <= 24.2]).toEqual([true, true]);
    }
    expect(models.filter(({ rank }) => rank !== null)[0]?.rank).toBe(1);
  });

  test("has Epoch AI's index beside it, named as Epoch AI asks, and close to it", async () => {
    const { models, attribution } = await answerTo({ ranked: "true" });
    const apart = models.flatMap(({ ability, eci }) => (eci ? [Math.abs(ability - eci.value)] : []));
    expect(apart.length).toBeGreaterThan(100);
    expect(apart.reduce((sum, value) => sum + value, 0) / apart.length).toBeLessThan(3);
    expect(attribution).toContain("Epoch AI, Epoch Capabilities Index, epoch.ai/eci");
  });

  test("keeps editions apart: a newer or larger sibling is another model", async () => {
    const { models } = await answerTo({ maker: "anthropic" });
    const of = (id: string) => models.filter((model) => model.id === id);
    expect(of("claude-opus-5")).toHaveLength(1);
    expect(of("claude-opus-5-5")).toHaveLength(1);
    expect(of("claude-opus-5")[0]?.ability).not.toBe(of("claude-opus-5-5")[0]?.ability);
  });

  test("filters by maker, open weights, release, sale and rank", async () => {
    expect(new Set((await answerTo({ maker: "OpenAI" })).models.map(({ providerId }) => providerId))).toEqual(new Set(["openai"]));
    expect((await answerTo({ open_weights: "true" })).models.every(({ openSource }) => openSource === true)).toBe(true);
    const recent = await answerTo({ released_since: "2026-07-01" });
    expect(recent.models.every(({ released }) => (released ?? "") >= "2026-07")).toBe(true);
    expect(recent.count).toBeGreaterThan(10);
    expect((await answerTo({ sold: "true" })).models.every(({ sold }) => sold)).toBe(true);
    const [ranked, others, all] = [await answerTo({ ranked: "true" }), await answerTo({ ranked: "false" }), await answerTo()];
    expect(ranked.count + others.count).toBe(all.count);
  });

  test("joins open weights to hosts where the maker sells none", async () => {
    const { models } = await answerTo({ maker: "meta", sold: "true" });
    expect(models.find(({ model }) => /llama.3\.3/i.test(model))).toMatchObject({ id: null, sold: true });
    expect(models.every(({ id, hosts }) => id !== null || hosts > 0)).toBe(true);
  });

  test("gives no listing two abilities", async () => {
    const ids = idsIn(await answerTo()).filter((id) => !id.endsWith("/null"));
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("is a table as CSV", async () => {
    const { text } = await request(capability, targetOf({ format: "csv", maker: "openai" }));
    expect(text.split("\n")[0]).toBe(
      "rank,providerId,id,model,released,openSource,status,sold,hosts,ability,low,high,code,maths,score_count,unranked_because,eci",
    );
  });

  test.each([
    ["maker", "no such maker at all"],
    ["released_since", "2026-02-31"],
    ["sold", "maybe"],
  ])("refuses an unknown %s", async (name, value) => {
    expect((await request(capability, targetOf({ [name]: value }))).status).toBe(400);
  });
});
