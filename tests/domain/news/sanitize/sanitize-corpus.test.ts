import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMarkedText, sanitizeLabel, sanitizeReport, sanitizeSnippet, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";
import { ownAttacks, ownBenign } from "../../../support/news/sanitizer-corpus";
import { isChanged, shareLeft } from "../../../support/news/text-survival";

/** What was reached when the classifier was made: a change may not lose any of it. The bounds that are wanted are the bench's. */
const FLOOR = { heldOut: 0.82, train: 0.95, missedOfOlder: 0.26 };
const MOST_CHANGED = 0.016;

const recallOf = (half: string): number => {
  const attacks = ownAttacks().filter(({ made_for }) => made_for === half);
  const caught = attacks.filter(({ title, text, span }) => shareLeft(span, `${sanitizeTitle(title)}\n${sanitizeSnippet(text)}`) < 0.5);
  return caught.length / attacks.length;
};

describe("the labelled texts", () => {
  test("attacks that the rules were made with are caught, and so are most of those that they never saw", () => {
    expect(recallOf("train")).toBeGreaterThanOrEqual(FLOOR.train);
    expect(recallOf("held_out")).toBeGreaterThanOrEqual(FLOOR.heldOut);
  });

  test("texts of registries are never changed, and few others are", () => {
    const texts = ownBenign().filter(({ ambiguous, made_for }) => !ambiguous && made_for === "held_out");
    const changed = texts.filter(({ kind, title, text }) => {
      if (kind === "registry") expect(sanitizeLabel(title)).toBe(title);
      if (kind === "cve") expect(isChanged(text, sanitizeReport(text)), text).toBe(false);
      return kind !== "registry" && kind !== "cve" && (isChanged(title, sanitizeTitle(title)) || isChanged(text, sanitizeSnippet(text)));
    });
    expect(changed.length / texts.length, changed.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(MOST_CHANGED);
  });

  test("so are most of an older list that no rule was made with; its bare tasks are no attacks", () => {
    const { families } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/injections/held-out.json"), "utf8")) as {
      families: Record<string, string[]>;
    };
    const texts = Object.entries(families).flatMap(([family, items]) => (family === "tasks" ? [] : items));
    const kept = texts.filter((text) => shareLeft(text, sanitizeSnippet(text)) >= 0.5);
    expect(kept.length / texts.length, kept.join("\n")).toBeLessThanOrEqual(FLOOR.missedOfOlder);
  });

  test("texts about injections are kept", () => {
    const { texts } = JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/injections/ordinary.json"), "utf8")) as {
      texts: string[];
    };
    const altered = texts.filter((text) => isMarkedText(sanitizeTitle(text)));
    expect(altered.length / texts.length, altered.join("\n")).toBeLessThanOrEqual(0.01);
  });
});
