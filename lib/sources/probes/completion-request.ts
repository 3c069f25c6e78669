import { z } from "zod";
import type { CompletionTarget } from "@/lib/catalogs/inference-endpoints";
import type { MeasureRequest } from "../http/source";

const TIMEOUT_MS = 15_000;
const PROMPT = "Say: ok";
const messages = [{ role: "user", content: PROMPT }];

interface Wire {
  headers(key: string): Record<string, string>;
  body(model: string): object;
  /** The least that an answer must hold to be a completion. */
  answer: z.ZodType;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

const WIRES: Record<CompletionTarget["kind"], Wire> = {
  openai: {
    headers: bearer,
    body: (model) => ({ model, messages, max_tokens: 1 }),
    answer: z.object({ choices: z.array(z.object({ message: z.object({}) })).min(1) }),
  },
  anthropic: {
    headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    body: (model) => ({ model, messages, max_tokens: 1 }),
    answer: z.object({ type: z.literal("message"), content: z.array(z.unknown()) }),
  },
  google: {
    headers: (key) => ({ "x-goog-api-key": key }),
    body: () => ({ contents: [{ parts: [{ text: PROMPT }] }], generationConfig: { maxOutputTokens: 1 } }),
    answer: z.object({ candidates: z.array(z.unknown()).min(1) }),
  },
  cohere: { headers: bearer, body: (model) => ({ model, messages, max_tokens: 1 }), answer: z.object({ message: z.object({}) }) },
};

/** One token of the cheapest model: what it costs to know that the API completes. */
export function completionRequest({ kind, url, model }: CompletionTarget, key: string): MeasureRequest {
  const wire = WIRES[kind];
  return {
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...wire.headers(key) },
    body: JSON.stringify(wire.body(model)),
    timeoutMs: TIMEOUT_MS,
  };
}

export function isCompletion({ kind }: CompletionTarget, bytes: Uint8Array): boolean {
  try {
    return WIRES[kind].answer.safeParse(JSON.parse(new TextDecoder().decode(bytes))).success;
  } catch {
    return false;
  }
}
