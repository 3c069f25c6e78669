import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storyCosine, type Embedded } from "@/lib/domain/news/stories/story-cosine";
import { atDegrees } from "../../../support/news/clusterable";

const article = (title: string, degrees: number | null = null, snippet = ""): Embedded => ({
  title,
  snippet,
  embedding: degrees === null ? null : atDegrees(degrees),
});

/** Opposite directions, so that the mean of all embeddings is zero and angles are what they seem. */
const around = (title: string): Embedded[] => [0, 90, 180, 270].map((degrees) => article(title, degrees));

describe("without embeddings", () => {
  test("copies have the cosine 1, and articles without a common word that of what all have in common: 0.64 / 0.82", () => {
    const [a, copy, other] = [article("Halden ships Skua"), article("Halden ships Skua"), article("Kestrel burns chips")];
    const cosineOf = storyCosine([a, copy, other]);
    expect(cosineOf(a, copy)).toBeCloseTo(1, 10);
    expect(cosineOf(a, other)).toBeCloseTo(0.64 / 0.82, 10);
  });

  test("words of the title count twice as much as those of the snippet", () => {
    const asked = article("Skua", null, "Bramble");
    const [byTitle, bySnippet] = [article("Skua", null, "Lumo"), article("Lumo", null, "Bramble")];
    const cosineOf = storyCosine([asked, byTitle, bySnippet]);
    expect(cosineOf(asked, byTitle)).toBeGreaterThan(cosineOf(asked, bySnippet));
  });

  test("a word that the background has too says less", () => {
    const [a, b] = [article("Halden ships Skua"), article("Halden burns chips")];
    const background = Array.from({ length: 20 }, () => article("Halden everywhere"));
    const rare = Array.from({ length: 20 }, () => article("Lumo everywhere"));
    expect(storyCosine([a, b], background)(a, b)).toBeLessThan(storyCosine([a, b], rare)(a, b));
  });
});

describe("with embeddings", () => {
  test("60% is the words' and 40% the embeddings'; 0.27 of both together is the threshold", () => {
    const common = 0.55 / 0.18;
    const [east, north, west] = around("Halden ships Skua") as [Embedded, Embedded, Embedded];
    const articles = around("Halden ships Skua");
    expect(articles).toHaveLength(4);
    const cosineOf = storyCosine([east, north, west, article("Halden ships Skua", 270)]);
    expect(cosineOf(east, north)).toBeCloseTo((common + 0.6) / (common + 1), 5);
    expect(cosineOf(east, west)).toBeCloseTo((common + 0.6 - 0.4) / (common + 1), 5);
    expect((common + 0.27) / (common + 1)).toBeCloseTo(0.82, 10);
  });

  test("what all embeddings share is not counted: two that differ from the mean in opposite ways are less alike than strangers", () => {
    const [a, b] = [article("Halden ships Skua", 40), article("Kestrel burns chips", 50)];
    const background = [article("Lumo", 45)];
    expect(storyCosine([a, b], background)(a, b)).toBeLessThan(0.55 / 0.73);
  });

  test("are not used while one of them is missing", () => {
    const [a, b, c] = [article("Halden ships Skua", 0), article("Halden burns Skua", 180), article("Kestrel")];
    const lexical = [a, b, c].map((one) => ({ ...one, embedding: null })) as [Embedded, Embedded, Embedded];
    expect(storyCosine([a, b, c])(a, b)).toBeCloseTo(storyCosine(lexical)(lexical[0], lexical[1]), 10);
  });
});

test("any articles: symmetric, at most 1, and 1 for an article and itself unless it has no words", () => {
  const words = fc.constantFrom("Halden", "Skua", "Kestrel", "chips", "burns", "$50", "");
  const drawn = fc.array(fc.record({ title: fc.array(words, { maxLength: 4 }), degrees: fc.option(fc.integer({ min: 0, max: 359 })) }), {
    minLength: 2,
    maxLength: 8,
  });
  fc.assert(
    fc.property(drawn, (rows) => {
      const articles = rows.map(({ title, degrees }) => article(title.join(" "), degrees));
      const cosineOf = storyCosine(articles);
      for (const a of articles) {
        for (const b of articles) {
          expect(cosineOf(a, b)).toBeCloseTo(cosineOf(b, a), 6);
          expect(cosineOf(a, b)).toBeLessThanOrEqual(1 + 1e-6);
        }
      }
    }),
  );
});
