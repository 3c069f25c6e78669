import { inferenceEndpoints, type InferenceEndpoint } from "./inference-endpoints";
import { companyOf, providers } from "./providers";

/** Probed endpoints of a provider. The one with the provider's own id comes first. A company without endpoints gets those of its products. */
export function endpointsOf(providerId: string): InferenceEndpoint[] {
  const own = inferenceEndpoints.filter((endpoint) => endpoint.provider === providerId);
  if (own.length > 0) return own.toSorted((a, b) => Number(b.id === providerId) - Number(a.id === providerId));
  const products = new Set(providers.filter((entry) => companyOf(entry.id) === providerId).map((entry) => entry.id));
  return inferenceEndpoints.filter((endpoint) => products.has(endpoint.provider));
}

export const PROBED_PROVIDERS = {
  name: "probed providers",
  values: [...new Set(inferenceEndpoints.map((endpoint) => endpoint.provider))].sort(),
};
