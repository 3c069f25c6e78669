import { TryCall } from "@/components/docs/try-call";
import { TryPaidCall } from "@/components/docs/try-paid-call";
import { costWords } from "@/lib/docs/meta";
import { examplePath, parametersOf } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { premiumRequest } from "@/lib/http/premium-request";

const bodyOf = ({ body, example }: AnyEndpoint): string | null => (body ? JSON.stringify(example?.body ?? {}, null, 2) : null);

/** A call of this very service: every operation can be run on its page. */
export function tryOut(endpoint: AnyEndpoint): React.ReactNode {
  const { access, method, path } = endpoint;
  const inputs = parametersOf(endpoint).map(({ name, in: place, isRequired, example = "" }) => ({ name, place, isRequired, example }));
  const isPaid = access.kind === "premium";
  if (isPaid && method === "GET") {
    const { credits, usd } = premiumRequest(endpoint, {});
    return <TryPaidCall template={path} inputs={inputs} credits={credits} usd={usd} />;
  }
  return (
    <TryCall
      method={method}
      template={path}
      inputs={inputs}
      body={bodyOf(endpoint)}
      needsToken={access.kind !== "free"}
      price={isPaid ? costWords(endpoint) : "free"}
      action={method === "GET" && access.kind === "free" ? examplePath(endpoint) : null}
    />
  );
}
