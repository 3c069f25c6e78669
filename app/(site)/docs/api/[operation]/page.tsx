import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { anchorOf } from "@/components/docs/anchor-of";
import { operationDoc } from "@/lib/docs/pages/operation-doc";
import { findOperation, type Operation } from "@/lib/docs/pages/operations";
import { thisSite } from "@/lib/docs/pages/this-site";
import { pathValuesOf } from "@/lib/pages/address";
import { operationPage } from "@/lib/pages/docs";
import { pageMetadata } from "@/lib/pages/frame";
import type { PageProps } from "@/lib/pages/search";
import { DocPage } from "../../shown-doc";
import { TryCall } from "@/components/docs/try-call";
import { TryPaidCall } from "@/components/docs/try-paid-call";
import { costWords } from "@/lib/docs/meta";
import { examplePath, parametersOf } from "@/lib/docs/parameters";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { premiumRequest } from "@/lib/http/premium-request";

const bodyOf = ({ body, example }: AnyEndpoint): string | null => (body ? JSON.stringify(example?.body ?? {}, null, 2) : null);

/** A call of this very service: every operation can be run on its page. */
function tryOut(endpoint: AnyEndpoint): React.ReactNode {
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

async function operationAt({ params }: PageProps): Promise<Operation> {
  const { operation: id = "" } = pathValuesOf(await params);
  return findOperation(thisSite(), id) ?? notFound();
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const operation = await operationAt(props);
  const { title, lead } = operationDoc(operation, thisSite());
  return pageMetadata(operationPage, { path: { operation: operation.id }, title, lead });
}

export default async function OperationPage(props: PageProps) {
  const operation = await operationAt(props);
  const { id, tag, endpoint } = operation;
  return (
    <DocPage
      page={operationPage}
      path={{ operation: id }}
      search={props.searchParams}
      doc={operationDoc(operation, thisSite())}
      group={{ label: tag, anchor: anchorOf(tag) }}
      aside={tryOut(endpoint)}
    />
  );
}
