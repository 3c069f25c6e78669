import { describe, expect, test } from "vitest";
import { abilityWords, evaluateAbilities, type ModelAbilities } from "@/lib/domain/watches/watch-ability";

const abilities = (over: Partial<ModelAbilities> = {}): ModelAbilities => ({
  contextWindow: 200_000,
  maxInputTokens: null,
  maxOutputTokens: 64_000,
  modalitiesIn: ["text", "image"],
  modalitiesOut: ["text"],
  capabilities: ["tools", "reasoning"],
  openSource: null,
  ...over,
});

/** What a watch is told of, one reading after another. */
function toldOf(...readings: Partial<ModelAbilities>[]): string[] {
  let seen = {};
  return readings.flatMap((over) => {
    const model = { key: "acme/one", providerId: "acme", modelId: "One", name: "One", abilities: abilities(over) };
    const evaluated = evaluateAbilities(seen, [model]);
    ({ seen } = evaluated);
    return evaluated.matches.map(({ changes }) => changes.map(abilityWords).join("; "));
  });
}

describe("a watch of what a model can do", () => {
  test("tells nothing of the first reading, and of each change afterwards once", () => {
    expect(toldOf({}, { contextWindow: 1_000_000 }, { contextWindow: 1_000_000 }, {})).toEqual([
      "context window from 200K to 1M tokens",
      "context window from 1M to 200K tokens",
    ]);
  });

  test("tells all that changed at once in one fire, and not that a list has another order", () => {
    expect(
      toldOf(
        {},
        { capabilities: ["reasoning", "tools"] },
        { modalitiesIn: ["text", "video"], capabilities: ["tools"], maxOutputTokens: 128_000 },
      ),
    ).toEqual(["most output from 64K to 128K tokens; takes: now also video, no longer image; capabilities: no longer reasoning"]);
  });

  test("takes what is unknown for no change, neither when it vanishes nor when it comes to be known", () => {
    expect(toldOf({}, { contextWindow: null, capabilities: [] }, {}, { maxInputTokens: 100_000 }, { openSource: true })).toEqual([]);
    expect(toldOf({}, { contextWindow: null }, { contextWindow: 400_000 })).toEqual(["context window from 200K to 400K tokens"]);
    expect(toldOf({ openSource: false }, { openSource: true })).toEqual(["weights: can be downloaded"]);
  });

  test("names the listing, and keeps what it knew of others", () => {
    const seen = { "acme/one": abilities(), "acme/two": abilities() };
    const model = {
      key: "acme/one",
      providerId: "acme",
      modelId: "One",
      name: "The One",
      abilities: abilities({ openSource: true, contextWindow: 1000 }),
    };
    const evaluated = evaluateAbilities(seen, [model]);
    expect(evaluated.matches).toEqual([
      {
        type: "capability",
        model: "The One",
        model_id: "acme/One",
        provider: "acme",
        changes: [{ field: "contextWindow", from: 200_000, to: 1000 }],
      },
    ]);
    expect(evaluated.seen).toEqual({ "acme/one": abilities({ openSource: true, contextWindow: 1000 }), "acme/two": abilities() });
  });
});
