import { describe, expect, it } from "vitest";
import { modelMap } from "@/lib/domain/models/model-map";
import { priceFrontier } from "@/lib/domain/models/price-frontier";
import { rankModels } from "@/lib/domain/models/routing/rank-models";
import { DEFAULT_WEIGHTS } from "@/lib/domain/models/routing/routing-weights";
import { estimatesOf, lastResortOf } from "@/lib/domain/models/capability/estimated-scores";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";

const at = (price: number, score: number) => ({ price, score });

describe("the frontier of price and score", () => {
  it("keeps, in order of price, what scores more than everything cheaper", () => {
    const models = [at(3, 70), at(1, 50), at(2, 40), at(10, 70), at(20, 90)];
    expect(priceFrontier(models)).toEqual([at(1, 50), at(3, 70), at(20, 90)]);
  });

  it("keeps the best of one price, and nothing that is given away", () => {
    expect(priceFrontier([at(0, 99), at(1, 40), at(1, 60)])).toEqual([at(1, 60)]);
    expect(priceFrontier([])).toEqual([]);
  });

  it("has no member that another model beats in both figures", () => {
    const models = Array.from({ length: 60 }, (_, index) => at(1 + ((index * 37) % 23), (index * 53) % 97));
    for (const member of priceFrontier(models)) {
      expect(models.some((other) => other.price <= member.price && other.score > member.score)).toBe(false);
    }
  });
});

const scored = (id: string | null, scores: Record<string, number>, variants: Record<string, string> = {}, providerId = "maker") => ({
  id,
  model: `Model ${id ?? "unsold"}`,
  provider: "Maker",
  providerId,
  scores,
  details: Object.fromEntries(Object.keys(scores).map((key) => [key, { variant: variants[key] ?? "usual" }])),
});

const MODELS = [
  scored("a", { swe_bench: 70, mmlu_pro: 80 }),
  scored("b", { swe_bench: 60 }),
  scored("c", { swe_bench: 65 }, { swe_bench: "other tasks" }),
  scored("d", { mmlu_pro: 75 }),
  scored(null, { swe_bench: 50 }),
  scored("e", { swe_bench: 40 }),
];

const listing = (id: string, inputPrice: number | null, outputPrice: number | null) => ({
  id,
  maker: "maker",
  inputPrice,
  outputPrice,
  status: "active",
});
const listingOf = scoredListings([
  {
    id: "maker",
    models: [listing("a", 3, 15), listing("b", 1, 5), listing("c", 1, 5), listing("d", 1, 5)],
    unpriced: [listing("e", null, null)],
  },
]);

const AXES = { y: "swe_bench", x: "blended", mix: 50, makers: null } as const;

describe("the map of models", () => {
  it("plots what has a price and a score on the common task set, and says why the others are left out", () => {
    const { plotted, frontier, leftOut } = modelMap({ scored: MODELS, able: [] }, listingOf, AXES);
    expect(plotted.map(({ id, price, score }) => [id, price, score])).toEqual([
      ["a", 9, 70],
      ["b", 3, 60],
    ]);
    expect(frontier.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(leftOut).toEqual([
      { reason: "unsold", names: ["Model unsold"] },
      { reason: "unpriced", names: ["Model e"] },
      { reason: "other-variant", names: ["Model c"] },
      { reason: "unmeasured", names: ["Model d"] },
    ]);
  });

  it("takes the price that is asked for, and mixes it by the share of input", () => {
    const priceOfA = (x: "input" | "output" | "blended", mix: number) =>
      modelMap({ scored: MODELS, able: [] }, listingOf, { ...AXES, x, mix }).plotted[0]?.price;
    expect(priceOfA("input", 50)).toBe(3);
    expect(priceOfA("output", 50)).toBe(15);
    expect(priceOfA("blended", 75)).toBe(6);
  });

  it("shows the makers that are chosen, without letting them decide which task set is the usual one", () => {
    const others = [scored("x", { swe_bench: 90 }, { swe_bench: "other tasks" }, "other")];
    const { plotted, leftOut } = modelMap({ scored: [...MODELS, ...others], able: [] }, listingOf, { ...AXES, makers: ["other"] });
    expect(plotted).toEqual([]);
    expect(leftOut).toEqual([{ reason: "other-variant", names: ["Model x"] }]);
  });

  it("leaves out those that have been retired", () => {
    const retired = scoredListings([
      { id: "maker", models: [listing("a", 3, 15), { ...listing("b", 1, 5), status: "retired" }], unpriced: [] },
    ]);
    const { plotted, leftOut } = modelMap({ scored: MODELS.slice(0, 2), able: [] }, retired, AXES);
    expect([plotted.map(({ id }) => id), leftOut]).toEqual([["a"], [{ reason: "retired", names: ["Model b"] }]]);
  });

  it("has the blend that routing computes as the score for a task", () => {
    const { plotted } = modelMap({ scored: MODELS, able: [] }, listingOf, { ...AXES, y: "code" });
    const candidates = [
      {
        providerId: "maker",
        modelId: "a",
        name: "A",
        inputPrice: 3,
        outputPrice: 15,
        scores: MODELS[0]!.scores,
        estimates: estimatesOf(undefined, lastResortOf(MODELS.filter(({ id }) => id !== null).map(({ scores }) => scores))),
        ability: null,
        status: "operational" as const,
      },
    ];
    const [routed] = rankModels(candidates, { task: "code", weights: DEFAULT_WEIGHTS, topN: 1 }).ranked;
    expect(plotted.find(({ id }) => id === "a")?.score).toBeCloseTo((routed?.blend ?? 0) * 100, 2);
    // 20 % of the weights are measured: routing does not consider it either.
    expect(plotted.some(({ id }) => id === "d")).toBe(false);
  });
});

describe("the map by ability", () => {
  const estimate = { score: 90, low: 80, high: 95 };
  const able = (id: string, ability: number, unranked_because: "few_scores" | null = null) => ({
    id,
    model: `Model ${id}`,
    provider: "Maker",
    providerId: "maker",
    ability,
    score_count: 5,
    unranked_because,
    estimates: { human_eval: estimate, swe_bench: estimate, mmlu_pro: estimate },
  });
  const known = { scored: MODELS, able: [able("a", 150), able("b", 140), able("c", 130, "few_scores"), able("new", 160)] };
  const sold = scoredListings([{ id: "maker", models: ["a", "b", "c", "new"].map((id) => listing(id, 1, 3)), unpriced: [] }]);

  it("plots every ranked model, also those that no benchmark with a column measured", () => {
    const { plotted, leftOut } = modelMap(known, sold, { ...AXES, y: "capability" });
    expect(plotted.map(({ id, score }) => [id, score])).toEqual([
      ["a", 150],
      ["b", 140],
      ["new", 160],
    ]);
    expect(leftOut.find(({ reason }) => reason === "unmeasured")?.names).toContain("Model c");
  });

  it("estimates what a task lacks: of b SWE-bench is measured as 60, so code is (40 × 90 + 40 × 60 + 20 × 90) / 100 = 78", () => {
    const { plotted } = modelMap(known, sold, { ...AXES, y: "code" });
    expect(plotted.find(({ id }) => id === "b")?.score).toBeCloseTo(78, 9);
    expect(plotted.find(({ id }) => id === "new")?.score).toBeCloseTo(90, 9);
    expect(plotted.some(({ id }) => id === "c")).toBe(false);
  });
});

describe("the listing of a scored model", () => {
  it("is the maker's own before that of a cloud of the maker's", () => {
    const find = scoredListings([
      { id: "cloud", models: [listing("a", 1, 1), listing("only-there", 1, 1)], unpriced: [] },
      { id: "maker", models: [listing("a", 2, 2)], unpriced: [] },
    ]);
    expect(find({ id: "a", providerId: "maker" })?.providerId).toBe("maker");
    expect(find({ id: "only-there", providerId: "maker" })?.providerId).toBe("cloud");
    expect(find({ id: null, providerId: "maker" })).toBeUndefined();
    expect(find({ id: "a", providerId: "nobody" })).toBeUndefined();
  });
});
