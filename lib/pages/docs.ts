import { meta } from "@/lib/docs/catalog";
import { findGuide, guides } from "@/lib/docs/guides";
import { DOCS_LEAD } from "@/lib/docs/pages/docs-index";
import { findOperation, operationsOf } from "@/lib/docs/pages/operations";
import { thisSite } from "@/lib/docs/pages/this-site";
import { definePage } from "./define";
import { textParameter } from "./parameters";

const SHARED = { group: "Build", audience: "public", endpoints: [{ endpoint: meta }], hasMarkdown: true } as const;

export const docsPage = definePage({
  ...SHARED,
  path: "/docs",
  title: "Docs",
  description: DOCS_LEAD,
  label: "Docs",
  /** What somebody wants to do. */
  parameters: { q: textParameter() },
});

export const operationPage = definePage({
  ...SHARED,
  path: "/docs/api/[operation]",
  title: "Operation",
  description: "What one operation of the API answers, takes and costs, with a call to copy and a real answer.",
  label: null,
  card: async ({ operation: id = "" }) => {
    const operation = findOperation(thisSite(), id);
    return operation === null ? null : { title: operation.title, figures: [{ label: "Price", value: operation.cost }] };
  },
  parameters: {},
  instances: async () =>
    operationsOf(thisSite()).map(({ id, title, tag, summary }) => ({
      path: { operation: id },
      label: title,
      kind: `Docs: ${tag}`,
      words: summary,
    })),
  example: { operation: "getStatus" },
});

export const guidePage = definePage({
  ...SHARED,
  path: "/docs/guides/[guide]",
  title: "Guide",
  description: "One subject of this service from its beginning to its end, with calls to copy.",
  label: null,
  card: async ({ guide: id = "" }) => {
    const guide = findGuide(id);
    return guide ? { title: guide.title, figures: [] } : null;
  },
  parameters: {},
  instances: async () => guides.map(({ id, title }) => ({ path: { guide: id }, label: title, kind: "Guide" })),
  example: { guide: "quick-start" },
});
