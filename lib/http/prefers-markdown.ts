import Negotiator from "negotiator";

/** In the order that decides where a reader takes both alike: browsers and crawlers that say nothing get the page. */
const TYPES = ["text/html", "text/markdown"];

/** Whether a reader would rather have the Markdown of a page, by the quality values of its Accept header (RFC 9110, 12.5.1). */
export const prefersMarkdown = (accept: string | null | undefined): boolean =>
  new Negotiator({ headers: { accept: accept ?? "*/*" } }).mediaType(TYPES) === "text/markdown";
