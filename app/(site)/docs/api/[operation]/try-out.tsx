import { TryCall } from "@/components/docs/try-call";
import { TryPaidCall } from "@/components/docs/try-paid-call";
import { examplePath, parametersOf } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { premiumRequest } from "@/lib/http/premium-request";
import { Binary } from "@/lib/schemas/binary";

/** A call of this very service, for what is read as text without signing or changing anything; null for the rest. */
export function tryOut(endpoint: AnyEndpoint): React.ReactNode {
  if (endpoint.method !== "GET" || endpoint.access.kind === "token" || endpoint.response === Binary) return null;
  const inputs = parametersOf(endpoint).map(({ name, in: place, isRequired, example = "" }) => ({ name, place, isRequired, example }));
  const call = { template: endpoint.path, inputs };
  if (endpoint.access.kind === "free") return <TryCall {...call} action={examplePath(endpoint)} />;
  const { credits, usd } = premiumRequest(endpoint, {});
  return <TryPaidCall {...call} credits={credits} usd={usd} />;
}
