import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isMarkedText, sanitizeSnippet, sanitizeTitle } from "@/lib/domain/news/sanitize/sanitize";

const read = <Value>(name: string): Value =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../fixtures/injections", name), "utf8")) as Value;

/** Marked, stripped of its URL, or without any visible text left. */
const isNeutralised = (text: string): boolean => {
  const out = sanitizeSnippet(text);
  return isMarkedText(out) || /\[(?:image|link) removed\]/.test(out) || out.length < text.length / 5;
};

describe("the injection corpus", () => {
  test.each(["tuned-on.json", "held-out.json", "rounds.json"])("at least 95%% of %s is neutralised", (name) => {
    const texts = Object.values(read<{ families: Record<string, string[]> }>(name).families).flat();
    const kept = texts.filter((text) => !isNeutralised(text));
    expect(texts.length).toBeGreaterThan(150);
    expect(kept.length / texts.length, kept.join("\n")).toBeLessThanOrEqual(0.05);
  });

  test("at most one in eight texts about injections is altered", () => {
    const { texts } = read<{ texts: string[] }>("ordinary.json");
    const altered = texts.filter((text) => isMarkedText(sanitizeTitle(text)));
    expect(altered.length / texts.length, altered.join("\n")).toBeLessThanOrEqual(0.12);
  });
});
