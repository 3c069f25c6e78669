import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { companies, providerNaming } from "@/lib/catalogs/provider-naming";
import { buildCatalog } from "@/lib/domain/models/build-catalog";
import { matchNotes } from "@/lib/domain/models/match-notes";
import { matchesFilters } from "@/lib/domain/models/model-filters";
import type { ModelListing, Observation } from "@/lib/domain/models/model-listing";
import { readPrices } from "@/lib/sources/models/prices/read-prices";
import { lacksShared } from "../../support/lacks";
import { resolverOver } from "../../support/models/named-models";
import { sharedFolder } from "../../support/shared";

const SOURCES = ["models.dev", "litellm", "openrouter"] as const;
const readAt = Object.fromEntries(SOURCES.map((source) => [source, new Date("2026-11-21T00:00:00Z")]));

/** What is listed where these documents are all that the price sources have. */
function listed(name: string): ModelListing[] {
  const observations = SOURCES.flatMap((source): Observation[] => {
    const file = join(sharedFolder, "cases/prices", name, `${source.replace(".", "-")}.json`);
    if (!existsSync(file)) return [];
    const { facts } = readPrices({ source, bytes: readFileSync(file), contentType: null }, providerNaming);
    return facts.map((entry) => ({ source, facts: entry, quoted: [], isCrossCheck: false }));
  });
  return buildCatalog(observations, companies, { readAt, announcedEnd: () => null });
}

function asked(name: string) {
  const resolve = resolverOver(listed(name));
  return (key: string) => {
    const match = resolve(key);
    const { model, candidates } = match;
    const price = model && [model.inputPrice, model.outputPrice];
    return { chosen: model && `${model.providerId}/${model.modelId}`, price, candidates, notes: matchNotes(key, match) };
  };
}

describe.skipIf(lacksShared())("reported names", () => {
  test("a dated id is never priced as its alias without a note", () => {
    const resolve = asked("06-dated-other-price");
    expect(resolve("gpt-7o").price).toEqual([2.5, 10]);
    const { chosen, price, notes } = resolve("gpt-7o-2026-05-13");
    if (chosen === "openai/gpt-7o-2026-05-13") expect(price).toEqual([5, 15]);
    else expect(notes).not.toEqual([]);
    expect(resolve("ft:gpt-7o-2026-08-06").chosen).toBeNull();
  });

  test("a profile of Bedrock is its own listing, and is refused or has a note where Bedrock lists none", () => {
    const resolve = asked("08-bedrock-region");
    expect(resolve("us.anthropic.claude-sonnet-9-1")).toMatchObject({
      chosen: "amazon-bedrock/us.anthropic.claude-sonnet-9-1",
      price: [3.3, 16.5],
      notes: [],
    });
    for (const profile of ["eu.anthropic.claude-sonnet-9-1", "us.anthropic.claude-opus-9-1", "us.anthropic.claude-haiku-9-1"]) {
      const { chosen, candidates, notes } = resolve(profile);
      expect(chosen === null ? candidates : notes, profile).not.toEqual([]);
    }
  });

  test("an alias of three models is refused with the three", () => {
    const { chosen, candidates } = asked("09-alias-56")("gpt-9.6");
    expect(chosen).toBeNull();
    expect(candidates).toEqual(["openai/gpt-9.6-luna", "openai/gpt-9.6-sol", "openai/gpt-9.6-terra"]);
  });

  test("the window and the most input are two figures, and the same for an alias and its snapshot", () => {
    const listings = listed("05-max-input");
    expect(listings.length).toBeGreaterThan(0);
    for (const listing of listings) {
      expect(listing).toMatchObject({ contextWindow: 400_000, maxInputTokens: 272_000 });
      expect(matchesFilters(listing, { min_context: 300_000 })).toBe(true);
      expect(matchesFilters(listing, { min_input: 300_000 })).toBe(false);
    }
  });
});
