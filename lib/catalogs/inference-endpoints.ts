import { z } from "zod";
import raw from "./inference-endpoints.json";
import { ProviderId } from "./catalog-entries";
import { parseCatalog, Slug, WebAddress } from "./parse-catalog";

const CompletionTarget = z.strictObject({
  kind: z.enum(["openai", "anthropic", "google", "cohere"]),
  url: WebAddress,
  model: z.string().min(1),
});

export type CompletionTarget = z.output<typeof CompletionTarget>;

const InferenceEndpoint = z.strictObject({
  id: Slug,
  provider: ProviderId,
  name: z.string().min(1).max(60),
  method: z.enum(["GET", "HEAD"]),
  url: WebAddress,
  /** Statuses that a healthy endpoint answers to a request without a key. */
  expectedStatuses: z.array(z.int().min(200).max(499)).min(1),
  /** `inferred` from documentation, `reported` from real answers. */
  statusBasis: z.enum(["reported", "inferred"]),
  /** Probed with one token where the operator has configured a key. */
  completion: CompletionTarget.nullable(),
});

export type InferenceEndpoint = z.output<typeof InferenceEndpoint>;

export const inferenceEndpoints: readonly InferenceEndpoint[] = parseCatalog(
  "lib/catalogs/inference-endpoints.json",
  InferenceEndpoint,
  raw,
  "id",
  "url",
);

/** A provider's endpoints, the one that bears its name first. Of several it stands for the provider. */
export const endpointsOf = (provider: string): InferenceEndpoint[] =>
  inferenceEndpoints
    .filter((endpoint) => endpoint.provider === provider)
    .toSorted((one, other) => Number(other.id === provider) - Number(one.id === provider));
