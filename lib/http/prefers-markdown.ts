import Negotiator from "negotiator";

/** The first type wins where a reader takes both alike: whoever says nothing gets the page. */
const TYPES = ["text/html", "text/markdown"];

/** Whether the quality values of an Accept header prefer Markdown (RFC 9110, 12.5.1). */
export const prefersMarkdown = (accept: string | null | undefined): boolean =>
  new Negotiator({ headers: { accept: accept ?? "*/*" } }).mediaType(TYPES) === "text/markdown";
