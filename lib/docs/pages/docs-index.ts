import { list, text, type Doc } from "@/lib/domain/pages/docs/doc";
import { guides } from "../guides";
import type { Site } from "../site";
import { byTag, operationsOf, type Operation } from "./operations";

const operationLine = ({ title, href, summary, cost }: Operation): string => `[${title}](${href}): ${summary} (${cost}).`;

export const DOCS_LEAD = "How to call this service, pay for calls, and run it yourself: guides, and one page for each operation.";

export const docsIndex = (site: Site): Doc => ({
  title: "Docs",
  lead: DOCS_LEAD,
  sections: [
    { title: "Guides", blocks: [list(...guides.map(({ title, href, about }) => `[${title}](${href}): ${about}`))] },
    ...byTag(operationsOf(site)).map(({ tag, about, operations }) => ({
      title: tag,
      blocks: [text(about), list(...operations.map(operationLine))],
    })),
  ],
});
