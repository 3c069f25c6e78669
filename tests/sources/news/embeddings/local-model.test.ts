import { describe, expect, test } from "vitest";
import { dot as cosine } from "@/lib/domain/news/stories/story-cosine";
import { parseEnv } from "@/lib/config/env";
import { embedderOf, localEmbedder } from "@/lib/sources/news/embeddings/embedder-of";

describe("the bundled model", () => {
  test("gives paraphrases similar vectors and different texts different ones", async () => {
    const [one, reworded, other] = (await localEmbedder.embed([
      "Bramble raises $50 million for grocery robots",
      "Grocery robot startup Bramble secures $50M in funding",
      "New model predicts hurricanes a week ahead",
    ])) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(one, one)).toBeCloseTo(1, 5);
    expect(cosine(one, reworded)).toBeGreaterThan(0.75);
    expect(cosine(one, other)).toBeLessThan(0.5);
  });

  test("gives a text the same vector in any batch", async () => {
    const [alone] = await localEmbedder.embed(["Court rules on scraped books"]);
    const [, together] = await localEmbedder.embed([
      "Something else entirely, and longer than the other text",
      "Court rules on scraped books",
    ]);
    expect(cosine(alone as Float32Array, together as Float32Array)).toBeCloseTo(1, 4);
  });

  test("accepts empty texts and texts without words", async () => {
    for (const vector of await localEmbedder.embed(["", "   ", "\u0000", "😀".repeat(200), "x".repeat(5000)])) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    }
  });
});

describe("embedderOf", () => {
  test("uses the configured API, else the bundled model", () => {
    expect(embedderOf(parseEnv({}))).toBe(localEmbedder);
    expect(embedderOf(parseEnv({ EMBEDDINGS_API_URL: "http://localhost:11434/v1", EMBEDDINGS_API_MODEL: "nomic-embed-text" })).model).toBe(
      "nomic-embed-text",
    );
    expect(localEmbedder.model).not.toBe("");
  });
});
