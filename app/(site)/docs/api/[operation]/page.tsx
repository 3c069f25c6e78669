import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { anchorOf } from "@/components/docs/anchor-of";
import { DocSections } from "@/components/docs/doc-sections";
import { DocTrail } from "@/components/docs/doc-trail";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { operationDoc } from "@/lib/docs/pages/operation-doc";
import { findOperation, type Operation } from "@/lib/docs/pages/operations";
import { thisSite } from "@/lib/docs/pages/this-site";
import { hrefOf, pathValuesOf } from "@/lib/pages/address";
import { docsPage, operationPage } from "@/lib/pages/docs";
import { frameOf, markdownHrefOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { shownCatalog } from "../../shown-catalog";
import { tryOut } from "./try-out";

async function operationAt({ params }: PageProps): Promise<Operation> {
  const { operation: id = "" } = pathValuesOf(await params);
  return findOperation(thisSite(), id) ?? notFound();
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { id, title, summary } = await operationAt(props);
  return pageMetadata(operationPage, { path: { operation: id }, title, lead: `${summary}.` });
}

export default async function OperationPage(props: PageProps) {
  const operation = await operationAt(props);
  const { values, ignored } = readSearch(operationPage, await props.searchParams);
  const { title, lead, sections } = operationDoc(operation, thisSite());
  const path = { operation: operation.id };
  return (
    <PageFrame
      frame={frameOf(operationPage, { values, path, title, lead, capturedAt: null })}
      verb={null}
      json={await shownCatalog(values.view)}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(operationPage, values, path)} />
      <DocTrail
        group={{ label: operation.tag, href: `${docsPage.path}#${anchorOf(operation.tag)}` }}
        markdownHref={markdownHrefOf(operationPage, path)}
      />
      <DocSections sections={sections} aside={tryOut(operation.endpoint)} />
    </PageFrame>
  );
}
