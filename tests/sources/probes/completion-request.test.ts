import { describe, expect, test } from "vitest";
import { inferenceEndpoints } from "@/lib/catalogs/inference-endpoints";
import { completionRequest, isCompletion } from "@/lib/sources/probes/completion-request";

const answers = {
  openai: { choices: [{ message: { content: "ok" } }] },
  anthropic: { type: "message", content: [] },
  google: { candidates: [{}] },
  cohere: { message: {} },
};
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const targets = inferenceEndpoints.flatMap(({ completion }) => (completion ? [completion] : []));

describe("a completion request", () => {
  test("exists for the five probed providers", () => {
    expect(inferenceEndpoints.filter(({ completion }) => completion).map(({ provider }) => provider)).toEqual([
      "anthropic",
      "openai",
      "google",
      "mistral",
      "cohere",
    ]);
  });

  test.each(targets)("requests one token of $model, with the key in a header and never in the URL", (target) => {
    const request = completionRequest(target, "secret-key");
    expect(request.url).not.toContain("secret");
    expect(JSON.stringify(request.headers)).toContain("secret-key");
    expect(request.body).toMatch(/"(max_tokens|maxOutputTokens)":1\b/);
  });

  test.each(targets)("recognises a $kind completion and nothing else", (target) => {
    expect(isCompletion(target, bytes(answers[target.kind]))).toBe(true);
    for (const other of [{}, [], null, { error: { message: "x" } }]) expect(isCompletion(target, bytes(other))).toBe(false);
    expect(isCompletion(target, new TextEncoder().encode("<html>"))).toBe(false);
  });
});
