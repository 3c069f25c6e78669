import { DocSections } from "@/components/docs/doc-sections";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import type { Doc } from "@/lib/domain/pages/docs/doc";
import { hrefOf } from "@/lib/pages/address";
import { frameOf } from "@/lib/pages/frame";
import type { privacyPage, supportPage } from "@/lib/pages/operator";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { shownCatalog } from "./shown-catalog";

interface Props {
  page: typeof privacyPage | typeof supportPage;
  search: PageProps["searchParams"];
  doc: Doc;
}

/** What the operator says, in the same form as the documentation and outside of it. */
export async function OperatorDoc({ page, search, doc: { title, lead, sections } }: Props) {
  const { values, ignored } = readSearch(page, await search);
  return (
    <PageFrame frame={frameOf(page, { values, title, lead, capturedAt: null })} verb={null} json={await shownCatalog(values.view)}>
      <IgnoredNote ignored={ignored} href={hrefOf(page, values)} />
      <DocSections sections={sections} />
    </PageFrame>
  );
}
