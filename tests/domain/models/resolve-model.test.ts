import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelName } from "@/lib/domain/models/model-name";
import { modelResolver, normaliseModelKey, withoutDate } from "@/lib/domain/models/resolve-model";

const modelName = (providerId: string, modelId: string, name: string, isMakersListing = true): ModelName => ({
  providerId,
  modelId,
  name,
  isMakersListing,
});

const listings = [
  modelName("openai", "gpt-4o", "GPT-4o"),
  modelName("openai", "gpt-4o-2024-05-13", "GPT-4o (2024-05-13)"),
  modelName("openai", "gpt-4-0613", "gpt-4-0613"),
  modelName("openai", "gpt-4", "GPT-4"),
  modelName("anthropic", "claude-opus-4-5", "Claude Opus 4.5 (latest)"),
  modelName("anthropic", "claude-opus-4-5-20251101", "Claude Opus 4.5"),
  modelName("anthropic", "claude-3-5-sonnet-20240620", "Claude Sonnet 3.5"),
  modelName("anthropic", "claude-3-5-sonnet-20241022", "Claude Sonnet 3.5 v2"),
  modelName("mistral", "devstral-2512", "Devstral 2"),
  modelName("mistral", "devstral-latest", "Devstral 2"),
  modelName("zai", "glm-5", "GLM-5"),
  modelName("togetherai", "zai-org/GLM-5", "GLM-5", false),
  modelName("openrouter", "openai/gpt-4o", "OpenAI: GPT-4o", false),
  modelName("togetherai", "meta-llama/Llama-3.3-70B", "Llama 3.3 70B", false),
  modelName("groq", "llama-3.3-70b", "Llama 3.3 70B", false),
  modelName("amazon-bedrock", "anthropic.claude-opus-4-5-20251101-v1:0", "Opus on Bedrock", false),
  modelName("amazon-bedrock", "us.anthropic.claude-opus-4-5-20251101-v1:0", "Opus on Bedrock (US)", false),
  modelName("amazon-bedrock", "us.meta.llama-3-3-70b-v1:0", "Llama 3.3 70B (US)", false),
  modelName("amazon-bedrock", "eu.meta.llama-3-3-70b-v1:0", "Llama 3.3 70B (EU)", false),
  modelName("azure", "gpt-4o", "GPT-4o", false),
];

const providers: Record<string, string> = {
  together: "togetherai",
  togetherai: "togetherai",
  openai: "openai",
  "z-ai": "zai",
  anthropic: "anthropic",
  openrouter: "openrouter",
  azure: "azure",
  bedrock: "amazon-bedrock",
  "amazon-bedrock": "amazon-bedrock",
  mistral: "mistral",
  meta: "meta",
};
const resolve = modelResolver(listings, {
  aliases: [{ alias: "gpt-four-omni", providerId: "openai", modelId: "gpt-4o" }],
  providerIdOf: (key) => providers[key.toLowerCase()] ?? null,
});
const found = (key: string, providerId: string | null = null): string | null => {
  const { model } = resolve(key, providerId);
  return model && `${model.providerId}/${model.modelId}`;
};

describe("from what a caller types to a model", () => {
  test.each([
    ["gpt-4o", "openai/gpt-4o"],
    ["GPT-4O", "openai/gpt-4o"],
    [" gpt 4o ", "openai/gpt-4o"],
    ["openai/gpt-4o", "openai/gpt-4o"],
    ["Claude Opus 4.5", "anthropic/claude-opus-4-5-20251101"],
    ["anthropic/claude-opus-4.5", "anthropic/claude-opus-4-5"],
    ["claude_opus_4_5", "anthropic/claude-opus-4-5"],
    ["gpt-4o-2024-08-06", "openai/gpt-4o"],
    ["gpt-4-0613", "openai/gpt-4-0613"],
    ["glm-5", "zai/glm-5"],
    ["z-ai/glm-5", "zai/glm-5"],
    ["zai-org/GLM-5", "zai/glm-5"],
    ["together/zai-org/GLM-5", "togetherai/zai-org/GLM-5"],
    ["openrouter/openai/gpt-4o", "openrouter/openai/gpt-4o"],
    ["gpt four omni", "openai/gpt-4o"],
    ["anthropic.claude-opus-4.5", "anthropic/claude-opus-4-5"],
    ["us.anthropic.claude-opus-4-5-20251101-v1:0", "anthropic/claude-opus-4-5-20251101"],
    ["Anthropic: Claude Opus 4.5", "anthropic/claude-opus-4-5"],
    ["openai gpt-4o", "openai/gpt-4o"],
    ["openai.gpt-4o-2024-05-13", "openai/gpt-4o-2024-05-13"],
    ["bedrock/anthropic.claude-opus-4-5-20251101-v1:0", "amazon-bedrock/anthropic.claude-opus-4-5-20251101-v1:0"],
    ["bedrock/claude-opus-4-5-20251101", "amazon-bedrock/anthropic.claude-opus-4-5-20251101-v1:0"],
    ["bedrock/claude-opus-4-5", "amazon-bedrock/anthropic.claude-opus-4-5-20251101-v1:0"],
    ["azure/gpt-4o", "azure/gpt-4o"],
    ["azure/gpt-4", "openai/gpt-4"],
    ["litellm/anthropic/claude-opus-4-5", "anthropic/claude-opus-4-5"],
  ])("reads %s as %s", (key, expected) => {
    expect(found(key)).toBe(expected);
  });

  test("resolves a bare name to the maker's listing, and to a host's only when the host is named", () => {
    expect(found("glm-5")).toBe("zai/glm-5");
    expect(found("glm-5", "togetherai")).toBe("togetherai/zai-org/GLM-5");
  });

  test("chooses none when several fit, and lists them", () => {
    expect(resolve("claude-3-5-sonnet")).toEqual({
      model: null,
      candidates: ["anthropic/claude-3-5-sonnet-20240620", "anthropic/claude-3-5-sonnet-20241022"],
      isNewest: false,
    });
    expect(resolve("Devstral 2")).toEqual({
      model: null,
      candidates: ["mistral/devstral-2512", "mistral/devstral-latest"],
      isNewest: false,
    });
  });

  test("lists the hosts of a model that its maker does not sell, and chooses none", () => {
    expect(resolve("llama-3.3-70b")).toEqual({
      model: null,
      candidates: ["groq/llama-3.3-70b", "togetherai/meta-llama/Llama-3.3-70B"],
      isNewest: false,
    });
  });

  test("stays with the named provider when several of its models fit", () => {
    expect(resolve("anthropic/claude-3-5-sonnet").candidates).toEqual([
      "anthropic/claude-3-5-sonnet-20240620",
      "anthropic/claude-3-5-sonnet-20241022",
    ]);
    expect(resolve("bedrock/llama-3.3-70b").candidates).toEqual([
      "amazon-bedrock/eu.meta.llama-3-3-70b-v1:0",
      "amazon-bedrock/us.meta.llama-3-3-70b-v1:0",
    ]);
    expect(resolve("anthropic.claude-3-5-sonnet").candidates).toEqual([
      "anthropic/claude-3-5-sonnet-20240620",
      "anthropic/claude-3-5-sonnet-20241022",
    ]);
  });

  test.each(["", "   ", "---", "opus", "gpt", "no-such-model", "/", "openai/", "openai.", "openai gpt", "us.", "💥"])(
    "finds nothing for %j",
    (key) => {
      expect(found(key)).toBeNull();
    },
  );
});

describe("any input", () => {
  test("finds every listing by its own provider and id", () => {
    for (const listing of listings) {
      expect(found(`${listing.providerId}/${listing.modelId}`)).toBe(`${listing.providerId}/${listing.modelId}`);
    }
  });

  test("never throws, and gives candidates only when it chose none", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (key) => {
        const { model, candidates } = resolve(key);
        expect(model === null || candidates.length === 0).toBe(true);
      }),
    );
  });

  test("normalizes keys idempotently", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (key) => {
        const form = normaliseModelKey(key);
        expect(normaliseModelKey(form)).toBe(form);
        expect(withoutDate(withoutDate(form))).toBe(withoutDate(form));
      }),
    );
  });
});
