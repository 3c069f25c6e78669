import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocSections } from "@/components/docs/doc-sections";
import { DocTrail } from "@/components/docs/doc-trail";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { findGuide, type Guide } from "@/lib/docs/guides";
import { thisSite } from "@/lib/docs/pages/this-site";
import { hrefOf, pathValuesOf } from "@/lib/pages/address";
import { docsPage, guidePage } from "@/lib/pages/docs";
import { frameOf, markdownHrefOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { shownCatalog } from "../../shown-catalog";

async function guideAt({ params }: PageProps): Promise<Guide> {
  const { guide: id = "" } = pathValuesOf(await params);
  return findGuide(id) ?? notFound();
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { id, title, about } = await guideAt(props);
  return pageMetadata(guidePage, { path: { guide: id }, title, lead: about });
}

export default async function GuidePage(props: PageProps) {
  const guide = await guideAt(props);
  const { values, ignored } = readSearch(guidePage, await props.searchParams);
  const { title, lead, sections } = guide.doc(thisSite());
  const path = { guide: guide.id };
  return (
    <PageFrame
      frame={frameOf(guidePage, { values, path, title, lead, capturedAt: null })}
      verb={null}
      json={await shownCatalog(values.view)}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(guidePage, values, path)} />
      <DocTrail group={{ label: "Guides", href: `${docsPage.path}#guides` }} markdownHref={markdownHrefOf(guidePage, path)} />
      <DocSections sections={sections} />
    </PageFrame>
  );
}
