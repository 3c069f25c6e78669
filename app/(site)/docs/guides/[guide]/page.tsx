import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { findGuide, type Guide } from "@/lib/docs/guides";
import { thisSite } from "@/lib/docs/pages/this-site";
import { pathValuesOf } from "@/lib/pages/address";
import { guidePage } from "@/lib/pages/docs";
import { pageMetadata } from "@/lib/pages/frame";
import type { PageProps } from "@/lib/pages/search";
import { DocPage } from "../../shown-doc";

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
  return (
    <DocPage
      page={guidePage}
      path={{ guide: guide.id }}
      search={props.searchParams}
      doc={guide.doc(thisSite())}
      group={{ label: "Guides", anchor: "guides" }}
    />
  );
}
