import { describe, expect, test } from "vitest";
import { cosine } from "@/lib/domain/news/stories/cluster-articles";
import { parseEnv } from "@/lib/config/env";
import { embedderOf, localEmbedder } from "@/lib/sources/news/embeddings/embedder-of";

describe("the model that we carry", () => {
  test("gives texts that say the same nearly one direction, and others another", async () => {
    const [one, reworded, other] = (await localEmbedder.embed([
      "Bramble raises $50 million for grocery robots",
      "Grocery robot startup Bramble secures $50M in funding",
      "New model predicts hurricanes a week ahead",
    ])) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(one, one)).toBeCloseTo(1, 5);
    expect(cosine(one, reworded)).toBeGreaterThan(0.75);
    expect(cosine(one, other)).toBeLessThan(0.5);
  });

  test("gives a text the same vector in any company", async () => {
    const [alone] = await localEmbedder.embed(["Court rules on scraped books"]);
    const [, together] = await localEmbedder.embed([
      "Something else entirely, and longer than the other text",
      "Court rules on scraped books",
    ]);
    expect(cosine(alone as Float32Array, together as Float32Array)).toBeCloseTo(1, 4);
  });

  test("takes empty texts and texts that are no words", async () => {
    for (const vector of await localEmbedder.embed(["", "   ", "\u0000", "😀".repeat(200), "x".repeat(5000)])) {
      expect(cosine(vector, vector)).toBeCloseTo(1, 4);
    }
  });
});

describe("which model embeds", () => {
  test("is the configured API's, else ours; each names itself", () => {
    expect(embedderOf(parseEnv({}))).toBe(localEmbedder);
    expect(embedderOf(parseEnv({ EMBEDDINGS_API_URL: "http://localhost:11434/v1", EMBEDDINGS_API_MODEL: "nomic-embed-text" })).model).toBe(
      "nomic-embed-text",
    );
    expect(localEmbedder.model).not.toBe("");
  });
});
