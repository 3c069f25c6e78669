import { describe, expect, test } from "vitest";
import { readDay } from "@/lib/sources/models/retirements/read-day";
import { readRetirements, retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import { RETIREMENT_DOCUMENTS } from "../../../support/models/retirement-documents";

const TODAY = "2026-11-28";

const read = (source: string, text: string) =>
  readRetirements({ source, bytes: new TextEncoder().encode(text), contentType: "text/markdown", today: TODAY });

/** `model state day precision → successors` of each statement. */
const told = (source: keyof typeof RETIREMENT_DOCUMENTS): string[] =>
  read(source, RETIREMENT_DOCUMENTS[source]).map(({ model, state, announcedOn, retiresOn, precision, replacement, options, reroutedTo }) =>
    [model, state, announcedOn, retiresOn, precision, replacement ?? options.join("|"), reroutedTo].map((part) => part || "-").join(" "),
  );

describe("the table of each source is read in its own format", () => {
  test("every source has a document here", () => {
    expect(retirementSources.map(({ key }) => key).toSorted()).toEqual(Object.keys(RETIREMENT_DOCUMENTS).toSorted());
  });

  test("OpenAI: a table of all that is upcoming, and one under each announcement", () => {
    expect(told("openai")).toEqual([
      "gpt-next deprecated 2026-06-11 2026-12-11 exact gpt-later-sol -",
      "gpt-next-2025-08-07 deprecated 2026-06-11 2026-12-11 exact gpt-later-sol -",
      "gpt-mini-2025-04-14 deprecated 2026-10-14 2027-01-14 exact gpt-later-luna -",
      "o-pro deprecated 2026-10-14 2027-01-14 exact gpt-later-sol -",
      "o-pro-2025-03-19 deprecated 2026-10-14 2027-01-14 exact gpt-later-sol -",
      "gpt-old-0125-preview deprecated 2025-09-26 2026-03-26 exact gpt-next|gpt-mini -",
      "gpt-old-preview deprecated 2025-09-26 2026-03-26 exact gpt-next|gpt-mini -",
    ]);
    expect(told("openai-models")).toEqual(["gpt-next deprecated - 2026-12-11 exact - -"]);
  });

  test("Gemini: the days are the earliest, one that has passed was the last, and calls may be routed elsewhere", () => {
    expect(told("google")).toEqual([
      "gem-3-flash active - - none_announced - -",
      "gem-3-lite active - 2027-05-07 earliest - -",
      "gem-3-preview retired - 2026-06-25 exact gem-3-flash -",
      "gem-2-pro deprecated - 2026-12-01 earliest gem-3-flash gem-3-flash",
      "gem-2-nano deprecated - 2027-02-01 earliest gem-3-lite -",
    ]);
  });

  test("Azure: versions are ids of their own, and an id without one ends with the last of them", () => {
    expect(told("azure")).toEqual([
      "gpt-o-2024-05-13 deprecated - 2026-12-09 exact gpt-later -",
      "gpt-o-2024-11-20 deprecated - 2027-04-14 exact gpt-later -",
      "gpt-rt-2026-05-06 active - - none_announced - -",
      "gpt-rt-2025-07-01 active - 2026-11-01 exact - -",
      "gpt-5-chat-2025-08-07 retired - 2026-06-29 exact gpt-chat-latest -",
      "Cohere-rerank-v3.5 legacy - 2027-05-14 exact Cohere-rerank-v4.0-pro|Cohere-rerank-v4.0-fast -",
      "claude-preview active - 2027-04-02 exact - -",
      "gpt-o deprecated - 2027-04-14 exact gpt-later -",
      "gpt-rt active - - none_announced - -",
      "gpt-5-chat retired - 2026-06-29 exact gpt-chat-latest -",
    ]);
  });

  test("Bedrock: as a table and as lists, where a model ends with its last region", () => {
    expect(told("bedrock")).toEqual([
      "anthropic.claude-four-20250514-v1:0 retired 2026-04-14 2026-10-14 exact - -",
      "amazon.nova-sum-v1:0 legacy 2026-09-13 2027-03-14 exact - -",
    ]);
    expect(told("bedrock-legacy")).toEqual([
      "ai21.jam-large-v1:0 extended 2026-07-08 2027-01-08 exact - -",
      "anthropic.claude-three-20240307-v1:0 legacy 2026-03-10 2026-12-31 exact - -",
    ]);
  });

  test("Anthropic: states with their days, and replacements from the history below", () => {
    expect(told("anthropic")).toEqual([
      "claude-three-20250219 retired 2025-10-28 2026-02-19 exact - -",
      "claude-four-20250805 deprecated 2026-08-06 2027-02-05 exact claude-five -",
      "claude-five active - 2027-09-29 earliest - -",
    ]);
  });

  test("Groq and Mistral: days with slashes", () => {
    expect(told("groq")).toEqual([
      "lla/compound deprecated 2026-11-24 2026-12-21 exact - -",
      "lla/compound-mini deprecated 2026-11-24 2026-12-21 exact openai/oss-120b|qwen/q-27b -",
    ]);
    expect(told("mistral")).toEqual([
      "mist-medium-2508 retired 2026-05-21 2026-08-30 exact mist-medium-latest -",
      "mist-large-2411 deprecated 2026-10-26 2027-01-30 exact mist-large-latest -",
    ]);
  });

  test("AI/ML API: what is superseded still answers, as another model", () => {
    expect(told("aimlapi")).toEqual([
      "mist/mini-8b retired 2026-08-27 2026-08-27 exact mist/mini-8b-2512 -",
      "lla/three retired 2026-09-01 2026-09-01 exact lla/four lla/four",
      "lla-three retired 2026-09-01 2026-09-01 exact lla/four lla/four",
      "gpt-old deprecated 2026-11-01 2027-02-01 exact - -",
    ]);
  });

  test("deprecations.info: hosts that are known here", () => {
    expect(told("deprecations-info")).toEqual([
      "gpt-old-0125-preview retired 2025-09-26 2026-03-26 exact gpt-next -",
      "cohere.command-v1:0 deprecated 2026-06-01 2027-01-15 exact - -",
    ]);
  });
});

const BROKEN = {
  "no table": "# Deprecations\n\nAll models are listed in the console.\n",
  "a table without the columns": "| Model | Price |\n|---|---|\n| `gpt-a-1` | $3 |\n",
  "days that cannot be read":
    "| Model | Model ID | Retirement date | Shutdown date | EOL date |\n|---|---|---|---|---|\n| `a-1` | a.b-1 | soon | soon | soon |\n",
  "an error page": "<!doctype html><html><body>Just a moment...</body></html>",
  "an empty document": "",
  "JSON of another shape": '{"error":{"message":"no"}}',
};

describe("a document that no longer reads as its table is a failed source, never one that ends nothing", () => {
  test.each(retirementSources.flatMap(({ key }) => Object.keys(BROKEN).map((kind) => [key, kind] as const)))("%s: %s", (key, kind) => {
    expect(() => read(key, BROKEN[kind as keyof typeof BROKEN])).toThrow(
      expect.objectContaining({ fault: expect.stringMatching(/^(?:not_expected|parse)$/) }),
    );
  });
});

test.each([
  ["June 25, 2026", "2026-06-25", "exact"],
  ["Dec 1, 2026", "2026-12-01", "exact"],
  ["July 15th, 2025 (us-east-1 and us-west-2)", "2025-07-15", "exact"],
  ["14th November, 2025", "2025-11-14", "exact"],
  ["08/16/26", "2026-08-16", "exact"],
  ["No earlier than 2027-04-14", "2027-04-14", "earliest"],
  ["Not sooner than October 15, 2026", "2026-10-15", "earliest"],
  ["Earliest February 2026", "2026-02-01", "earliest"],
  ["—", null, "none_announced"],
  ["", null, "none_announced"],
  ["No shutdown date announced", null, "none_announced"],
] as const)("the cell %j says %s, %s", (cell, day, precision) => {
  expect(readDay(cell)).toEqual({ day, precision });
});

test.each(["soon", "2026-02-31", "when it is ready", "Q3 2026"])("the cell %j says nothing that can be read", (cell) => {
  expect(readDay(cell)).toBeNull();
});
