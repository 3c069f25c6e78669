import { z } from "zod";
import raw from "./inference-endpoints.json";
import { parseCatalog, requireUnique } from "./parse-catalog";
import { findProvider } from "./providers";

const FILE = "lib/catalogs/inference-endpoints.json";

const Url = z.url({ protocol: /^https$/ });

export const CompletionTarget = z.strictObject({
  /** Whose wire format it speaks. */
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
  /** What it says to a caller without a key when it is well. */
  expectedStatuses: z.array(z.int().min(200).max(499)).min(1),
  /** `inferred`: from its documentation, not from answers. */
  statusBasis: z.enum(["reported", "inferred"]),
  /** Asked for one token where the operator has set a key. */
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

/** Every API endpoint that is probed. */
export const inferenceEndpoints: readonly InferenceEndpoint[] = load();
