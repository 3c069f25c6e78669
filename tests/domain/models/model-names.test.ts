import { describe, expect, test } from "vitest";
import type { ModelName } from "@/lib/domain/models/model-name";
import { matchNotes } from "@/lib/domain/models/match-notes";
import { askedResolver } from "@/lib/domain/models/names/asked-resolver";
import { bundledListings, namedModels, resolveNames } from "../../support/models/named-models";

const { written, configurations, configured } = namedModels();
const bundled = bundledListings();

describe("names as people and agents write them", () => {
  const resolved = resolveNames([...written, ...configurations, ...configured], bundled);

  test("none of the 450 is answered with another model", () => {
    expect(resolved.filter(({ outcome }) => outcome === "wrong").map(({ name, chosen }) => `${name}: ${chosen ?? ""}`)).toEqual([]);
  });

  test("at least 97% are answered as labelled", () => {
    expect(resolved).toHaveLength(450);
    expect(resolved.filter(({ outcome }) => outcome === "right").length).toBeGreaterThanOrEqual(437);
  });

  test("an ambiguous name has at least two candidates", () => {
    expect(resolved.filter(({ ambiguous, candidates }) => ambiguous && candidates.length === 1).map(({ name }) => name)).toEqual([]);
  });
});

const listing = (id: string, name: string, facts: Partial<ModelName> = {}): ModelName => {
  const slash = id.indexOf("/");
  return { providerId: id.slice(0, slash), modelId: id.slice(slash + 1), name, isMakersListing: true, ...facts };
};

const providers = new Set(["anthropic", "openai", "mistral", "google", "groq", "azure", "deepinfra", "qwen"]);

function resolverOf(...listings: ModelName[]) {
  const resolve = askedResolver(listings, {
    providerIdOf: (key) => (providers.has(key.toLowerCase()) ? key.toLowerCase() : null),
    byParts: true,
  });
  return (key: string) => {
    const { model, candidates, isNewest } = resolve(key);
    return { chosen: model && `${model.providerId}/${model.modelId}`, candidates, isNewest };
  };
}

describe("a family's bare name", () => {
  const claude = [
    listing("anthropic/claude-opus-4-5", "Claude Opus 4.5"),
    listing("anthropic/claude-opus-5-5", "Claude Opus 5.5"),
    listing("anthropic/claude-opus-6", "Claude Opus 6", { deprecationDate: "2030-01-01" }),
    listing("anthropic/claude-haiku-5-5", "Claude Haiku 5.5"),
  ];

  test("is its newest release whose retirement is not announced", () => {
    expect(resolverOf(...claude)("opus")).toEqual({ chosen: "anthropic/claude-opus-5-5", candidates: [], isNewest: true });
  });

  test("is no family where it only begins the names of several", () => {
    const { chosen, candidates } = resolverOf(...claude)("claude");
    expect(chosen).toBeNull();
    expect(candidates).toEqual(["anthropic/claude-haiku-5-5", "anthropic/claude-opus-5-5"]);
  });

  test("chooses none where a variant is newer than the plain model", () => {
    const resolve = resolverOf(listing("openai/gpt-5.6", "GPT-5.6"), listing("openai/gpt-6-sol", "GPT-6 Sol"));
    expect(resolve("gpt")).toEqual({ chosen: null, candidates: ["openai/gpt-6-sol", "openai/gpt-5.6"], isNewest: false });
  });

  test("is the newest release where an old id is called the same, unless that id is written", () => {
    const resolve = resolverOf(
      listing("mistral/mistral-small", "mistral-small"),
      listing("mistral/mistral-small-latest", "Mistral Small (latest)"),
      listing("mistral/mistral-small-2603", "Mistral Small 4"),
    );
    expect(resolve("mistral small").chosen).toBe("mistral/mistral-small-2603");
    expect(resolve("mistral-small").chosen).toBe("mistral/mistral-small");
  });

  test("is a decimal in its version: 4.20 came before 4.3", () => {
    const resolve = resolverOf(listing("openai/orca-4.20", "Orca 4.20"), listing("openai/orca-4.3", "Orca 4.3"));
    expect(resolve("orca").chosen).toBe("openai/orca-4.3");
  });
});

describe("parts of a name", () => {
  test.each([
    ["gpt4o", "openai/gpt-4o"],
    ["o4", null],
    ["4o", "openai/gpt-4o"],
    ["gpt 4 o mini", null],
    ["turbo 3.5 gpt", "openai/gpt-3.5-turbo"],
    ["gpt 3.5", "openai/gpt-3.5-turbo"],
    ["gpt-4o 2024-11-20", "openai/gpt-4o-2024-11-20"],
  ])("%s is %s", (key, expected) => {
    const resolve = resolverOf(
      listing("openai/gpt-4o", "GPT-4o"),
      listing("openai/gpt-4o-2024-11-20", "GPT-4o (2024-11-20)"),
      listing("openai/gpt-3.5-turbo", "GPT-3.5 Turbo"),
      listing("openai/gpt-3.5-turbo-16k", "gpt-3.5-turbo-16k"),
    );
    expect(resolve(key).chosen).toBe(expected);
  });

  test("weights that only hosts sell have every host as candidate, also the one that writes the name most plainly", () => {
    const hosts = [
      listing("groq/llama-4-scout", "Llama 4 Scout", { isMakersListing: false }),
      listing("azure/llama-4-scout-17b-16e-instruct", "Llama 4 Scout 17B", { isMakersListing: false }),
    ];
    expect(resolverOf(...hosts)("llama4 scout")).toEqual({
      chosen: null,
      candidates: ["groq/llama-4-scout", "azure/llama-4-scout-17b-16e-instruct"],
      isNewest: false,
    });
  });

  test("a host's one listing is not chosen where the maker sells variants of it", () => {
    const resolve = resolverOf(
      listing("openai/orca-4-fast-reasoning", "Orca 4 Fast (reasoning)"),
      listing("openai/orca-4-fast-non-reasoning", "Orca 4 Fast (non-reasoning)"),
      listing("azure/orca-4-fast", "Orca 4 Fast", { isMakersListing: false }),
    );
    expect(resolve("fast orca 4")).toEqual({
      chosen: null,
      candidates: ["azure/orca-4-fast", "openai/orca-4-fast-non-reasoning", "openai/orca-4-fast-reasoning"],
      isNewest: false,
    });
  });

  test("does not split a word of hostile length", () => {
    expect(resolverOf(listing("openai/gpt-4o", "GPT-4o"))("o".repeat(2000)).chosen).toBeNull();
  });
});

describe("an effort behind the name", () => {
  const reasons = { capabilities: ["reasoning"] };
  const names = [
    listing("openai/gpt-5", "GPT-5", reasons),
    listing("openai/gpt-5.1-codex-max", "GPT-5.1 Codex Max", reasons),
    listing("openai/gpt-4o", "GPT-4o", { capabilities: ["vision"] }),
    listing("anthropic/claude-opus-4-5", "Claude Opus 4.5", reasons),
    listing("mistral/kimi-k2", "Kimi K2", reasons),
    listing("mistral/kimi-k2-thinking", "Kimi K2 Thinking", reasons),
  ];
  const resolve = askedResolver(names, { byParts: true });
  const asked = (key: string) => {
    const { model, effort } = resolve(key);
    return [model?.modelId ?? null, effort];
  };

  test.each([
    ["gpt-5-high", "gpt-5", "high"],
    ["GPT-5 (minimal)", "gpt-5", "minimal"],
    ["gpt5 xhigh effort", "gpt-5", "xhigh effort"],
    ["claude-opus-4-5-thinking-32k", "claude-opus-4-5", "thinking-32k"],
    ["claude-opus-4.5:thinking", "claude-opus-4-5", "thinking"],
  ])("is a setting: %s is %s", (key, id, effort) => {
    expect(asked(key)).toEqual([id, effort]);
  });

  test.each([["gpt-5.1-codex-max"], ["kimi-k2-thinking"]])("is part of the name where a model is called so: %s", (id) => {
    expect(asked(id)).toEqual([id, undefined]);
  });

  test("is no setting of a model that does not reason: it may be another one", () => {
    expect(asked("gpt-4o-high")).toEqual([null, undefined]);
  });

  test("is said in a note, which names the model that was taken", () => {
    expect(matchNotes("gpt-5-high", resolve("gpt-5-high"))).toEqual([
      '"high" in "gpt-5-high" is a setting of GPT-5 (openai/gpt-5), not a model of its own.',
    ]);
  });
});
