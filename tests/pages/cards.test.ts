import { afterAll, beforeAll, expect, test } from "vitest";
import { providers } from "@/lib/catalogs/providers";
import { loadModelCatalogs } from "@/lib/ingest/models/load-bundled-models";
import { modelCard, providerCard } from "@/lib/pages/cards";
import { useTestDatabase, type TestDatabase } from "../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  await loadModelCatalogs(database.db, new Date());
});
afterAll(() => database.close());

test("a model's card has the cost of a call, both prices, and its place among what is sold", async () => {
  const card = await modelCard({ provider: "openai", id: "gpt-5" });
  expect([card?.title, card?.lead]).toEqual(["GPT-5", expect.stringMatching(/^OpenAI, .*A call is 1,000 tokens in, 300 out\.$/)]);
  const [call, prices, ability] = card?.figures ?? [];
  expect(call).toEqual({ label: "A typical call", value: "$0.0043" });
  expect(prices).toEqual({ label: "In / out, per 1M tokens", value: "$1.25 / $10.00" });
  expect([ability?.label, ability?.value]).toEqual([expect.stringMatching(/^Ability, \d+ of \d+ sold$/), "150"]);
});

test("a provider's card has its state, its models, and the ablest that it makes or the cheapest that it sells", async () => {
  const card = await providerCard({ id: "openai" });
  const labels = card?.figures.map(({ label }) => label) ?? [];
  expect(labels[0]).toMatch(/^Now/);
  expect(labels.slice(1)).toEqual(["Models with a price", expect.stringMatching(/^Ablest, ability \d/)]);
  expect(card?.figures[0]?.value).toBe("unknown");
});

test("every provider has a card; what nobody lists has none, whatever it is called", async () => {
  for (const { id, name } of providers) expect((await providerCard({ id }))?.title).toBe(name);
  for (const id of ["nobody", "<script>", "../openai", "\u202e", "x".repeat(500)]) {
    expect(await providerCard({ id })).toBeNull();
    expect(await modelCard({ provider: "openai", id })).toBeNull();
    expect(await modelCard({ provider: id, id: "gpt-5" })).toBeNull();
  }
});
