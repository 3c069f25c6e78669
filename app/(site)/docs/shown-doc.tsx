import { DocSections } from "@/components/docs/doc-sections";
import { DocTrail } from "@/components/docs/doc-trail";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import type { Doc } from "@/lib/domain/pages/docs/doc";
import { hrefOf } from "@/lib/pages/address";
import type { PathValues } from "@/lib/pages/define";
import { docsPage, type guidePage, type operationPage } from "@/lib/pages/docs";
import { frameOf, markdownHrefOf } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { shownCatalog } from "./shown-catalog";

interface Props {
  page: typeof operationPage | typeof guidePage;
  path: PathValues;
  search: PageProps["searchParams"];
  doc: Doc;
  /** The group of the document, with its anchor on the page that lists all. */
  group: { label: string; anchor: string };
  aside?: React.ReactNode;
}

export async function DocPage({ page, path, search, doc: { title, lead, sections }, group, aside }: Props) {
  const { values, ignored } = readSearch(page, await search);
  return (
    <PageFrame frame={frameOf(page, { values, path, title, lead, capturedAt: null })} verb={null} json={await shownCatalog(values.view)}>
      <IgnoredNote ignored={ignored} href={hrefOf(page, values, path)} />
      <DocTrail
        docsHref={docsPage.path}
        group={{ label: group.label, href: `${docsPage.path}#${group.anchor}` }}
        markdownHref={markdownHrefOf(page, path)}
      />
      <DocSections sections={sections} aside={aside} />
    </PageFrame>
  );
}
