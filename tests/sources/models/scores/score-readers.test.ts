import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makerNaming } from "@/lib/catalogs/provider-naming";
import { epoch } from "@/lib/sources/models/scores/epoch";
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
      "r3,Chess Puzzles,1.0,Success,gpt-5.4,gpt-5.4,GPT-5.4,OpenAI,,0.3,,",
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

  test("reads cells with line breaks and quotes, and a byte order mark", () => {
    const text = `\ufeff${HEADER},notes\nr1,GPQA diamond,1,Success,gpt-5,gpt-5,GPT-5,OpenAI,,0.857,,2025-08-07,"a ""quoted""\nnote"`;
    expect(epoch.read(text, makerNaming).scores).toMatchObject([{ model: "gpt-5", value: 85.7 }]);
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
