import { z } from "zod";
import raw from "./inference-endpoints.json";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

const FILE = "lib/catalogs/inference-endpoints.json";

const Url = z.url({ protocol: /^https$/ });

export const CompletionTarget = z.strictObject({
  kind: z.enum(["openai", "anthropic", "google", "cohere"]),
  url: Url,
  model: z.string().min(1),
});

export type CompletionTarget = z.output<typeof CompletionTarget>;

export const InferenceEndpoint = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  provider: z.string().refine((id) => findProvider(id) !== null, "is not in the provider table"),
  name: z.string().min(1).max(60),
  method: z.enum(["GET", "HEAD"]),
  url: Url,
  /** Statuses that a healthy endpoint answers to a request without a key. */
  expectedStatuses: z.array(z.int().min(200).max(499)).min(1),
  /** `inferred` from documentation, `reported` from real answers. */
  statusBasis: z.enum(["reported", "inferred"]),
  /** Probed with one token where the operator has configured a key. */
  completion: CompletionTarget.nullable(),
});

export type InferenceEndpoint = z.output<typeof InferenceEndpoint>;

function load(): InferenceEndpoint[] {
  const entries = parseCatalog(FILE, InferenceEndpoint, raw);
  requireUnique(
    FILE,
    entries.map((entry) => entry.id),
  );
  requireUnique(
    FILE,
    entries.map((entry) => entry.url),
  );
  return entries;
}

export const inferenceEndpoints: readonly InferenceEndpoint[] = load();
