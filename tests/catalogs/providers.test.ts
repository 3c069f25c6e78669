import { describe, expect, test } from "vitest";
import { companyOf, findProvider, providers, resolveProvider, ProviderEntry } from "@/lib/catalogs/providers";
import { normaliseProviderKey } from "@/lib/domain/models/resolve-provider";
import { parseCatalog } from "@/lib/catalogs/parse-catalog";

const ATTENTION = [
  "anthropic",
  "openai",
  "google",
  "meta",
  "mistral",
  "cohere",
  "deepseek",
  "xai",
  "perplexity",
  "nvidia",
  "huggingface",
  "cursor",
];

describe("the provider table", () => {
  test("contains the twelve attention ids", () => {
    expect(ATTENTION.filter((id) => findProvider(id)?.id !== id)).toEqual([]);
  });

  test("gives every id, name and alias to exactly one provider", () => {
    const owners = new Map<string, string>();
    for (const provider of providers) {
      for (const key of new Set([provider.id, provider.name, ...provider.aliases].map(normaliseProviderKey))) {
        expect(owners.get(key), `${key} of ${provider.id}`).toBeUndefined();
        owners.set(key, provider.id);
      }
    }
  });

  test("resolves every id, name and alias to its provider without regard to case", () => {
    for (const provider of providers) {
      for (const key of [provider.id, provider.name, ...provider.aliases]) {
        expect(resolveProvider(key).provider?.id, key).toBe(provider.id);
        expect(resolveProvider(` ${key.toUpperCase()} `).provider?.id, key).toBe(provider.id);
      }
    }
  });

  test.each([
    ["together", "togetherai"],
    ["bedrock", "amazon-bedrock"],
    ["google-gemini", "google"],
    ["meta-llama", "meta"],
    ["huggingface-hub", "huggingface"],
    ["Z.AI", "zai"],
    ["x-ai", "xai"],
    ["anysphere", "cursor"],
    ["azure-openai", "azure"],
  ])("reads %s as %s", (spelling, id) => {
    expect(resolveProvider(spelling).provider?.id).toBe(id);
  });

  test("resolves an unknown or empty name to null", () => {
    for (const key of ["", "   ", "no-such-provider", "---"]) expect(resolveProvider(key)).toEqual({ provider: null, candidates: [] });
  });

  test("gives the parent company of a product", () => {
    expect(companyOf("google-vertex")).toBe("google");
    expect(companyOf("openai")).toBe("openai");
  });

  test("names file, entry and field of an invalid entry", () => {
    expect(() =>
      parseCatalog("lib/catalogs/x.json", ProviderEntry, [{ id: "good-id", name: "", kind: "lab", url: null, aliases: [] }]),
    ).toThrow(/lib\/catalogs\/x\.json, entry good-id: name:/);
  });
});
