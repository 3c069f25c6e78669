import { inferenceEndpoints, type InferenceEndpoint } from "./inference-endpoints";
import { companyOf, providers, resolveProvider } from "./providers";

/** Probed endpoints of a provider, by any spelling. The one with the provider's own id comes first. A company without endpoints gets those of its products. */
export function findEndpoints(text: string): { provider: string | null; endpoints: InferenceEndpoint[] } {
  const { provider } = resolveProvider(text);
  if (!provider) return { provider: null, endpoints: [] };
  const own = inferenceEndpoints.filter((endpoint) => endpoint.provider === provider.id);
  if (own.length > 0) {
    return { provider: provider.id, endpoints: own.toSorted((a, b) => Number(b.id === provider.id) - Number(a.id === provider.id)) };
  }
  const products = new Set(providers.filter((entry) => companyOf(entry.id) === provider.id).map((entry) => entry.id));
  return { provider: provider.id, endpoints: inferenceEndpoints.filter((endpoint) => products.has(endpoint.provider)) };
}

export const PROBED_PROVIDERS = {
  name: "probed providers",
  values: [...new Set(inferenceEndpoints.map((endpoint) => endpoint.provider))].sort(),
};
