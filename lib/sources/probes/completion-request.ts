import { z } from "zod";
import type { CompletionTarget } from "@/lib/catalogs/inference-endpoints";
import type { MeasureRequest } from "../http/source";

const TIMEOUT_MS = 15_000;
const PROMPT = "Say: ok";
const messages = [{ role: "user", content: PROMPT }];

interface WireFormat {
  headers(key: string): Record<string, string>;
  body(model: string): object;
  answer: z.ZodType;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

const WIRE_FORMATS: Record<CompletionTarget["kind"], WireFormat> = {
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

/** Asks the cheapest model for one token, to keep the cost of a probe minimal. */
export function completionRequest({ kind, url, model }: CompletionTarget, key: string): MeasureRequest {
  const format = WIRE_FORMATS[kind];
  return {
    url,
    method: "POST",
    headers: { "content-type": "application/json", ...format.headers(key) },
    body: JSON.stringify(format.body(model)),
    timeoutMs: TIMEOUT_MS,
  };
}

export function isCompletion({ kind }: CompletionTarget, bytes: Uint8Array): boolean {
  try {
    return WIRE_FORMATS[kind].answer.safeParse(JSON.parse(new TextDecoder().decode(bytes))).success;
  } catch {
    return false;
  }
}
