import type { Metadata } from "next";
import { anchorOf } from "@/components/docs/anchor-of";
import { FoundOperations } from "@/components/docs/found-operations";
import { OperationList } from "@/components/docs/operation-list";
import { TaskSearch } from "@/components/docs/task-search";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { guides } from "@/lib/docs/guides";
import { byTag, operationsFor, operationsOf, type Operation } from "@/lib/docs/pages/operations";
import { thisSite } from "@/lib/docs/pages/this-site";
import { hrefOf } from "@/lib/pages/address";
import { docsPage } from "@/lib/pages/docs";
import { frameOf, markdownHrefOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { shownCatalog } from "./shown-catalog";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(docsPage, readSearch(docsPage, await searchParams));

/** What a list needs of an operation; its declaration stays on the server. */
const listed = ({ id, href, title, summary, cost }: Operation) => ({ id, href, title, summary, cost });

function Guides() {
  return (
    <section aria-labelledby="guides" className="card p-4">
      <h2 id="guides" className="text-h2">
        Guides
      </h2>
      <ul className="mt-3 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {guides.map(({ id, title, href, about }) => (
          <li key={id}>
            <a href={href}>{title}</a>
            <p className="text-fg-muted">{about}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AllOperations({ operations }: { operations: readonly Operation[] }) {
  const groups = byTag(operations);
  return (
    <>
      <nav aria-label="Operations by subject" className="no-print flex flex-wrap gap-x-4 gap-y-1">
        {groups.map(({ tag }) => (
          <a key={tag} href={`#${anchorOf(tag)}`} className="inline-flex min-h-6 items-center">
            {tag}
          </a>
        ))}
      </nav>
      {groups.map(({ tag, about, operations: ofTag }) => (
        <section key={tag} aria-labelledby={anchorOf(tag)} className="card p-4">
          <h2 id={anchorOf(tag)} className="text-h2">
            {tag}
          </h2>
          <p className="mt-1 mb-2 text-fg-muted">{about}</p>
          <OperationList operations={ofTag.map(listed)} />
        </section>
      ))}
    </>
  );
}

export default async function DocsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(docsPage, await searchParams);
  const site = thisSite();
  return (
    <PageFrame frame={frameOf(docsPage, { values, capturedAt: null })} verb={null} json={await shownCatalog(values.view)}>
      <IgnoredNote ignored={ignored} href={hrefOf(docsPage, values)} />
      <TaskSearch key={values.q} action={docsPage.path} task={values.q} />
      <div className="grid gap-4">
        {values.q === null ? (
          <>
            <Guides />
            <AllOperations operations={operationsOf(site)} />
          </>
        ) : (
          <FoundOperations task={values.q} operations={operationsFor(site, values.q).map(listed)} action={docsPage.path} />
        )}
      </div>
      <p className="no-print mt-6 text-small">
        <a href={markdownHrefOf(docsPage)} type="text/markdown">
          This page as Markdown
        </a>
      </p>
    </PageFrame>
  );
}
