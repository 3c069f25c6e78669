import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { resolveProvider } from "@/lib/catalogs/providers";
import { matchNotes } from "@/lib/domain/models/match-notes";
import type { ModelName } from "@/lib/domain/models/model-name";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";

const listing = (id: string, facts: Partial<ModelName> = {}): ModelName => {
  const slash = id.indexOf("/");
  const modelId = id.slice(slash + 1);
  return { providerId: id.slice(0, slash), modelId, name: modelId, isMakersListing: false, ...facts };
};
const own = (id: string, facts: Partial<ModelName> = {}): ModelName => listing(id, { isMakersListing: true, ...facts });

function ask(entries: readonly ModelName[]) {
  const resolve = askedResolver(entries, { providerIdOf: (key) => resolveProvider(key).provider?.id ?? null, byParts: true });
  return (name: string) => {
    const match = resolve(name);
    const { model, candidates, refusedAt } = match;
    return { chosen: model && `${model.providerId}/${model.modelId}`, candidates, refusedAt, notes: matchNotes(name, match) };
  };
}

const bedrock = ask([
  listing("amazon-bedrock/anthropic.claude-sonnet-8-1"),
  listing("amazon-bedrock/us.anthropic.claude-sonnet-8-1"),
  listing("amazon-bedrock/anthropic.claude-haiku-8-1"),
  listing("amazon-bedrock/global.anthropic.claude-opus-8-1"),
  listing("amazon-bedrock/anthropic.claude-fable-9-1-20261101-v1:0"),
  own("anthropic/claude-sonnet-8-1"),
  own("anthropic/claude-opus-8-1"),
  own("anthropic/claude-fable-8-1"),
]);

describe("an exact id", () => {
  const resolve = ask([
    own("openai/gpt-8"),
    listing("openrouter/openai/gpt-8"),
    listing("openrouter/openai/gpt-8-mini"),
    own("openai/gpt-8-mini-2026-01-01"),
    listing("snowflake/gpt-8-mini"),
    listing("deepinfra/org/llama-9"),
    listing("nebius/org/llama-9"),
  ]);

  test("is the listing that alone has it, and a note says whose price it is where others are meant by it too", () => {
    const { chosen, notes } = resolve("gpt-8-mini");
    expect(chosen).toBe("snowflake/gpt-8-mini");
    expect(notes).toEqual([
      '"gpt-8-mini" is the id of GPT-8 mini (snowflake/gpt-8-mini) at snowflake, whose price this is. It also fits openai/gpt-8-mini-2026-01-01.',
    ]);
  });

  test("of another host than the one that it begins with has a note that says so", () => {
    const { chosen, notes } = resolve("openai/gpt-8-mini");
    expect(chosen).toBe("openrouter/openai/gpt-8-mini");
    expect(notes).toEqual([expect.stringContaining('at openrouter, whose price this is, and not with a listing of "openai"')]);
  });

  test("that is also another listing's provider and id means that one", () => {
    expect(resolve("openai/gpt-8")).toMatchObject({ chosen: "openai/gpt-8", notes: [] });
  });

  test("that several have is none of them", () => {
    expect(resolve("org/llama-9")).toMatchObject({ chosen: null, candidates: ["deepinfra/org/llama-9", "nebius/org/llama-9"] });
  });
});

describe("a name that says its host", () => {
  test.each([
    ["us.anthropic.claude-sonnet-8-1", "amazon-bedrock/us.anthropic.claude-sonnet-8-1"],
    ["bedrock/us.anthropic.claude-sonnet-8-1", "amazon-bedrock/us.anthropic.claude-sonnet-8-1"],
    ["bedrock/converse/anthropic.claude-sonnet-8-1", "amazon-bedrock/anthropic.claude-sonnet-8-1"],
    ["arn:aws:bedrock:us-east-1::foundation-model/anthropic.claude-sonnet-8-1", "amazon-bedrock/anthropic.claude-sonnet-8-1"],
    ["bedrock:claude-sonnet-8-1", "amazon-bedrock/anthropic.claude-sonnet-8-1"],
    ["anthropic:claude-sonnet-8-1", "anthropic/claude-sonnet-8-1"],
    ["claude-sonnet-8-1", "anthropic/claude-sonnet-8-1"],
  ])("means that host's listing, without a note: %s", (name, chosen) => {
    expect(bedrock(name)).toMatchObject({ chosen, notes: [] });
  });

  test.each([
    ["us.anthropic.claude-fable-8-1", "anthropic/claude-fable-8-1"],
    ["bedrock/anthropic.claude-fable-8-1-v1:0", "anthropic/claude-fable-8-1"],
    ["us.anthropic.claude-opus-8-1", "amazon-bedrock/global.anthropic.claude-opus-8-1"],
    ["azure/claude-sonnet-8-1", "anthropic/claude-sonnet-8-1"],
    ["accounts/fireworks/models/claude-opus-8-1", "anthropic/claude-opus-8-1"],
    ["claude-opus-8-1@20261001", "anthropic/claude-opus-8-1"],
    ["github_copilot/claude-opus-8-1", "anthropic/claude-opus-8-1"],
  ])("is refused where the host does not list the model, with candidates: %s", (name, candidate) => {
    const { chosen, candidates, refusedAt } = bedrock(name);
    expect(chosen).toBeNull();
    expect(refusedAt).not.toBeUndefined();
    expect(candidates).toContain(candidate);
  });

  test.each([
    ["eu.anthropic.claude-haiku-8-1", "amazon-bedrock/anthropic.claude-haiku-8-1", '"eu" in'],
    ["bedrock/eu-west-1/anthropic.claude-haiku-8-1", "amazon-bedrock/anthropic.claude-haiku-8-1", '"eu-west-1" in'],
    ["bedrock/anthropic.claude-opus-8-1", "amazon-bedrock/global.anthropic.claude-opus-8-1", 'does not say "global"'],
    ["anthropic/claude-opus-8-1-20261001", "anthropic/claude-opus-8-1", '"20261001" in'],
    ["claude-opus-8-1-2026-10-01", "anthropic/claude-opus-8-1", '"2026-10-01" in'],
    ["bedrock/claude-fable-9-1", "amazon-bedrock/anthropic.claude-fable-9-1-20261101-v1:0", 'does not say "20261101"'],
    ["litellm_proxy/claude-opus-8-1", "anthropic/claude-opus-8-1", 'not with a listing of "litellm_proxy"'],
    ["unsloth/claude-opus-8-1", "anthropic/claude-opus-8-1", 'not with a listing of "unsloth"'],
  ])("has a note on what of it the listing lacks: %s", (name, chosen, note) => {
    const found = bedrock(name);
    expect(found.chosen).toBe(chosen);
    expect(found.notes).toEqual([expect.stringContaining(note)]);
  });

  test("is no tag behind a colon, and no maker that begins a model's name", () => {
    const resolve = ask([own("mistral/open-mistral-7b"), own("deepseek/deepseek-chat")]);
    expect(resolve("mistral:7b").chosen).toBe("mistral/open-mistral-7b");
    expect(resolve("deepseek-chat").chosen).toBe("deepseek/deepseek-chat");
  });

  test("has a note on a release of another month and on weights that are not said to be instructed", () => {
    const resolve = ask([
      listing("openrouter/mistralai/ministral-8b-2512"),
      listing("cerebras/llama-9-70b"),
      own("mistral/open-mistral-7b"),
    ]);
    expect(resolve("openrouter/mistralai/ministral-8b").notes).toEqual([expect.stringContaining('does not say "2512"')]);
    expect(resolve("cerebras/llama-9-70b-instruct").notes).toEqual([expect.stringContaining('"instruct" in')]);
  });

  test("gets no other variant of the host, whose price is another", () => {
    const resolve = ask([listing("azure/gpt-3.5-turbo-instruct"), own("openai/gpt-3.5-turbo")]);
    expect(resolve("azure/gpt-35-turbo")).toMatchObject({
      chosen: null,
      candidates: ["azure/gpt-3.5-turbo-instruct", "openai/gpt-3.5-turbo"],
    });
  });
});

describe("a listing that is given away", () => {
  const resolve = ask([
    listing("github-models/openai/o9-preview", { isFreeListing: true }),
    listing("openrouter/org/orca-2:free", { isFreeListing: true }),
    own("zai/glm-9-flash", { isFreeListing: true }),
  ]);

  test.each(["o9-preview", "azure/o9-preview", "openrouter/openai/o9-preview", "orca-2", "openrouter/org/orca-2"])(
    "never answers a name that does not ask for it: %s",
    (name) => {
      expect(resolve(name).chosen).toBeNull();
    },
  );

  test.each([
    ["github-models/openai/o9-preview", "github-models/openai/o9-preview"],
    ["openrouter/org/orca-2:free", "openrouter/org/orca-2:free"],
    ["glm 9 flash", "zai/glm-9-flash"],
  ])("answers its own name, and its maker's model: %s", (name, chosen) => {
    expect(resolve(name).chosen).toBe(chosen);
  });

  test("of another host than the name says is told to be given away", () => {
    expect(resolve("openai/o9-preview").notes).toEqual([expect.stringContaining("at github-models, which gives it away")]);
  });
});

test("a fine-tuned model is refused, with its base", () => {
  expect(ask([own("openai/gpt-8")])("ft:gpt-8:acme::9xyz")).toMatchObject({ chosen: null, candidates: ["openai/gpt-8"] });
});

test("a version that only variants have is refused with them, and never another version", () => {
  const resolve = ask([own("openai/gpt-8"), own("openai/gpt-8.6-sol"), own("openai/gpt-8.6-terra"), own("openai/gpt-8.6-luna")]);
  const three = ["openai/gpt-8.6-luna", "openai/gpt-8.6-sol", "openai/gpt-8.6-terra"];
  for (const name of ["gpt-8.6", "openai/gpt-8.6", "gpt 8.6"]) expect(resolve(name)).toMatchObject({ chosen: null, candidates: three });
});

test("any text is answered without a throw, with candidates only where none was chosen", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
      const { chosen, candidates } = bedrock(name);
      expect(chosen === null || candidates.length === 0).toBe(true);
    }),
  );
});
