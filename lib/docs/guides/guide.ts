import type { Doc, DocSection } from "@/lib/domain/pages/docs/doc";
import type { Site } from "../site";

export interface Guide {
  id: string;
  title: string;
  /** What the reader can do afterwards, in one sentence. */
  about: string;
  href: string;
  doc(site: Site): Doc;
}

interface GuideText {
  id: string;
  title: string;
  about: string;
  sections(site: Site): readonly DocSection[];
}

export const defineGuide = ({ id, title, about, sections }: GuideText): Guide => ({
  id,
  title,
  about,
  href: `/docs/guides/${id}`,
  doc: (site) => ({ title, lead: about, sections: sections(site) }),
});
