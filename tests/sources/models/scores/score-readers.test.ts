import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makerNaming } from "@/lib/catalogs/provider-naming";
import { epoch } from "@/lib/sources/models/scores/epoch";
import { epochIndex } from "@/lib/sources/models/scores/epoch-index";
import { scoreReaders } from "@/lib/sources/models/scores/read-scores";
import { swebench } from "@/lib/sources/models/scores/swebench";
import { SourceError } from "@/lib/sources/http/source";

const run = (over: object = {}) => ({
  name: "Claude 4.5 Opus medium (20251101)",
  resolved: 74.4,
  date: "2025-11-24",
  tags: ["Model: claude-opus-4-5-20251101", "Org: Anthropic", "System: Attempts - 1"],
  "mini-swe-agent_version": "1.16.0",
  per_instance_details: { a: { resolved: true } },
  ...over,
});
const boards = (...entries: [string, object[]][]) =>
  JSON.stringify({ leaderboards: entries.map(([name, results]) => ({ name, results })) });

describe("SWE-bench leaderboards", () => {
  test("give one score per run of the common agent, with model, day and effort", () => {
    const { scores } = swebench.read(boards(["bash-only", [run({ reasoning_effort: "medium" })]]), makerNaming);
    expect(scores).toMatchObject([
      {
        source: "swebench",
        benchmarkId: "swe_bench",
        model: "claude-opus-4-5-20251101",
        makerId: "anthropic",
        value: 74.4,
        kind: "independent",
        date: "2025-11-24",
        config: "medium, mini-SWE-agent 1.16.0",
      },
    ]);
  });

  test("find those runs on the shared board too, and ignore other agents and boards", () => {
    const later = run({
      agent: "mini-SWE-agent",
      model_display: "GPT Next",
      model_org: "OpenAI",
      model_release_date: 20260801,
      tags: ["Model: gpt-next"],
      resolved: "80",
    });
    const other = run({ agent: "Other Agent", "mini-swe-agent_version": undefined, resolved: 99 });
    const { scores, skipped } = swebench.read(boards(["Verified", [later, other]], ["Lite", [run()]], ["Test", [run()]]), makerNaming);
    expect(scores).toMatchObject([{ model: "gpt-next", makerId: "openai", value: 80, released: "2026-08-01" }]);
    expect(skipped).toBe(3);
  });

  test("skip a single invalid row", () => {
    expect(
      swebench.read(boards(["bash-only", [{ name: 1 }, run({ resolved: "n/a" }), run({ resolved: 140 }), run()]]), makerNaming).scores,
    ).toHaveLength(1);
  });
});

const HEADER =
  "id_runs,task,task version,Status,model,id_model_version,Display name,Organization,Release date,mean_score,stderr,started_at";
const table = (...rows: string[]) => [HEADER, ...rows].join("\n");

describe("Epoch AI's table of runs", () => {
  test("gives scores of known tasks in percent, with effort and day", () => {
    const text = table(
      "r1,GPQA diamond,1.0,Success,gpt-5.4-2026-03-05_xhigh,gpt-5.4-2026-03-05_xhigh,GPT-5.4 (xhigh),OpenAI,2026-03-05,0.933,0.018,2026-03-06T02:57:02.864Z",
      'r2,MATH level 5,1.0,Success,fireworks/kimi-k2,,"Kimi, K2",Moonshot,2025-07-11,0.5,,2026-02-02T11:01:01.260Z',
      "r3,Cybench,1.0,Success,gpt-5.4,gpt-5.4,GPT-5.4,OpenAI,,0.3,,",
      "r4,GPQA diamond,1.0,Failed,gpt-5.4,gpt-5.4,GPT-5.4,OpenAI,,0.9,,",
      "r5,GPQA diamond,1.0,Success,gpt-5.4,gpt-5.4,GPT-5.4,OpenAI,,93,,",
      'r6,GPQA diamond,1.0,Success,glm-5,glm-5,GLM-5,Z.ai (Zhipu AI),2026-02-11,0.8782,,"2026-02-12T17:19:26Z"',
    );
    const { scores, skipped } = epoch.read(text, makerNaming);
    expect(scores).toMatchObject([
      {
        benchmarkId: "gpqa_diamond",
        model: "gpt-5.4-2026-03-05",
        displayName: "GPT-5.4",
        makerId: "openai",
        value: 93.3,
        config: "xhigh",
        date: "2026-03-06",
        released: "2026-03-05",
        kind: "independent",
      },
      { benchmarkId: "math", variant: "MATH level 5", model: "fireworks/kimi-k2", makerId: "moonshotai", value: 50 },
      { benchmarkId: "gpqa_diamond", model: "glm-5", makerId: "zai", value: 87.82, config: null },
    ]);
    expect(skipped).toBe(3);
  });

  test.each([
    ["OTIS Mock AIME 2024-2025", "otis_mock_aime"],
    ["FrontierMath-Tiers-1-3-v2-Private", "frontiermath"],
    ["SimpleQA Verified", "simpleqa"],
    ["Chess Puzzles", "chess_puzzles"],
  ])("gives runs of %s, which abilities are fitted to", (task, benchmarkId) => {
    const { scores } = epoch.read(table(`r1,${task},1.0,Success,gpt-5.4,gpt-5.4,GPT-5.4,OpenAI,,0.3,,`), makerNaming);
    expect(scores).toMatchObject([{ benchmarkId, model: "gpt-5.4", value: 30 }]);
  });

  test("reads cells with line breaks and quotes, and a byte order mark", () => {
    const text = `\ufeff${HEADER},notes\nr1,GPQA diamond,1,Success,gpt-5,gpt-5,GPT-5,OpenAI,,0.857,,2025-08-07,"a ""quoted""\nnote"`;
    expect(epoch.read(text, makerNaming).scores).toMatchObject([{ model: "gpt-5", value: 85.7 }]);
  });
});

describe("SWE-bench runs of several versions of the harness", () => {
  const variantOf = (version: string | undefined) =>
    swebench.read(boards(["bash-only", [run({ "mini-swe-agent_version": version })]]), makerNaming).scores[0]?.variant;

  test("are variants, of which one is ranked at a time", () => {
    expect(variantOf("1.17.2")).not.toBe(variantOf("2.0.0"));
    expect(variantOf("1.17.2")).toBe(variantOf("1.17.5"));
    expect(variantOf("1.0.0")).not.toBe(variantOf("1.17.2"));
  });

  test("are kept apart from those of a version that is not said", () => {
    expect(variantOf(undefined)).toBe("SWE-bench Verified, mini-SWE-agent bash-only");
  });
});

describe("Epoch AI's index", () => {
  const HEAD =
    "Model,Display name,eci,eci_ci_low,eci_ci_high,date,Organization,Country (of organization),Model accessibility,model_versions";
  const index = (...rows: string[]) => epochIndex.read([HEAD, ...rows].join("\n"), makerNaming);

  test("gives one measurement of ability for each model, with its interval", () => {
    const { scores } = index("GPT-5.6 Sol,GPT-5.6 Sol,161.65,159.11,164.85,2026-07-09,OpenAI,United States of America,API access,");
    expect(scores).toMatchObject([
      {
        source: "epoch-index",
        benchmarkId: "eci",
        model: "GPT-5.6 Sol",
        makerId: "openai",
        value: 161.65,
        interval: { low: 159.11, high: 164.85 },
        released: "2026-07-09",
        kind: "independent",
      },
    ]);
  });

  test("knows no interval of the two models that fix its scale", () => {
    expect(index("GPT-5,GPT-5,150.0,,,2025-08-07,OpenAI,United States of America,API access,").scores[0]?.interval).toBeUndefined();
  });

  test.each([
    ["has no index", "Acme 1,Acme 1,,,,2026-01-01,Acme,,,"],
    ["has a text for its index", "Acme 1,Acme 1,high,,,2026-01-01,Acme,,,"],
    ["is below the scale", "Acme 1,Acme 1,-3,,,2026-01-01,Acme,,,"],
    ["is far above the scale", "Acme 1,Acme 1,9000,,,2026-01-01,Acme,,,"],
    ["has no name", ",,140,,,2026-01-01,Acme,,,"],
    ["stands for several releases", 'GPT-4o,GPT-4o,129,,,2024-05-13,OpenAI,,,"gpt-4o-2024-05-13, gpt-4o-2024-08-06"'],
  ])("leaves out a row that %s", (_, row) => {
    const { scores, skipped } = index("GPT-5,GPT-5,150.0,,,2025-08-07,OpenAI,,,", row);
    expect(scores.map(({ model }) => model)).toEqual(["GPT-5"]);
    expect(skipped).toBe(1);
  });

  test("has no interval that leaves out its own value", () => {
    expect(index("GPT-5,GPT-5,150.0,151,155,2025-08-07,OpenAI,,,").scores[0]?.interval).toBeUndefined();
  });
});

describe("an unexpected document", () => {
  test.each(scoreReaders.map((reader) => [reader.name, reader] as const))("is refused by %s with a fault", (_, reader) => {
    for (const text of [
      "",
      "<html><body>moved</body></html>",
      "null",
      "{}",
      '{"leaderboards":[]}',
      '{"leaderboards":[{"name":"bash-only","results":[]}]}',
      "a,b\n1,2",
      'task,x\n"unclosed',
    ]) {
      expect(() => reader.read(text, makerNaming), text).toThrow(SourceError);
    }
  });

  test("never makes a reader throw anything but a SourceError", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.constantFrom(...scoreReaders), (text, reader) => {
        try {
          reader.read(text, makerNaming);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }),
    );
  });
});
