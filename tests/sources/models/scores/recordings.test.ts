import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledScores } from "@/lib/catalogs/benchmarks";
import { makerNaming } from "@/lib/catalogs/provider-naming";
import { mergeScores } from "@/lib/domain/models/scores/merge-scores";
import { epoch } from "@/lib/sources/models/scores/epoch";
import { epochIndex } from "@/lib/sources/models/scores/epoch-index";
import { swebench } from "@/lib/sources/models/scores/swebench";
import { lacksShared } from "../../../support/lacks";
import { sharedFolder } from "../../../support/shared";

const read = (path: string): string => readFileSync(join(sharedFolder, path), "utf8");
const nobody = { listingOf: () => null, isOnlySnapshot: () => false };

describe.skipIf(lacksShared())("the recorded index of Epoch AI", () => {
  test("has an index for each of its rows, and an interval but for the two that fix the scale", () => {
    const { scores, skipped } = epochIndex.read(read("recordings/epoch/eci_scores.csv"), makerNaming);
    expect([scores.length, skipped]).toEqual([222, 0]);
    expect(scores.filter(({ interval }) => !interval).map(({ model }) => model)).toEqual(["GPT-5", "Claude 3.5 Sonnet"]);
  });

  test("finds the models that the release knows under the same names", () => {
    const { scores } = epochIndex.read(read("recordings/epoch/eci_scores.csv"), makerNaming);
    const bundled = new Set(mergeScores(bundledScores.observations, nobody).models.map(({ key }) => key));
    const { models } = mergeScores([...bundledScores.observations, ...scores], nobody);
    const added = models.filter(({ key }) => !bundled.has(key)).map(({ name }) => name);
    expect(added.length).toBeLessThan(12);
    expect(models.find(({ key }) => key === "anthropic/claude-3-5-sonnet-20240620")?.names).toContain("Claude 3.5 Sonnet");
  });
});

describe.skipIf(lacksShared())("score tables that others read wrong", () => {
  test("keep the runs of two versions of a harness apart", () => {
    const document = JSON.stringify({
      leaderboards: [{ name: "bash-only", results: JSON.parse(read("cases/scores/swebench-rows.json")) }],
    });
    const { scores } = swebench.read(document, makerNaming);
    const variants = scores
      .filter(({ makerId }) => makerId === "anthropic")
      .map(({ model, value, variant }) => [model, value, /mini-SWE-agent [\d.]+/.exec(variant)?.[0]]);
    expect(variants).toEqual([
      ["claude-sonnet-9-1", 70.6, "mini-SWE-agent 1.17"],
      ["claude-sonnet-9-1", 76.8, "mini-SWE-agent 2.0"],
      ["claude-opus-9-1", 74.4, "mini-SWE-agent 1.17"],
      ["claude-haiku-9-1-20261001", 61.5, "mini-SWE-agent 2.0"],
      ["claude-haiku-9-1-20261001", 44, "mini-SWE-agent 2.0"],
    ]);
  });

  test("give a sibling's run to the sibling, a release's to the release, and refuse a percent among shares", () => {
    const header = "id,task,task version,Status,model,id_model_version,Display name,Organization,Release date,mean_score,stderr,started_at";
    const { scores, skipped } = epoch.read(`${header}\n${read("cases/scores/epoch-rows.csv")}`, makerNaming);
    const { models } = mergeScores(scores, nobody);
    expect(skipped).toBe(1);
    expect(models.map(({ key, scores: own }) => [key, own.gpqa_diamond?.value])).toEqual([
      ["anthropic/claude-opus-9-1", 81.5],
      ["google/gemini-9-flash-lite", 50.5],
      ["openai/gpt-7o-2026-05-13", 49.5],
      ["openai/gpt-7o-2026-08-06", 55.5],
      ["zai/glm-5v-turbo-flash", 60.5],
    ]);
  });
});
