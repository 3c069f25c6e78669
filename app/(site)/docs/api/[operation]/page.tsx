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
import { tryOut } from "./try-out";

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
