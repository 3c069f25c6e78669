const DOCUMENTS: ReadonlySet<string> = new Set(["/feed.xml", "/feed.json", "/llms.txt", "/llms-full.txt"]);
const FAMILIES: ReadonlySet<string> = new Set([
  "premium",
  "agents",
  "gpu",
  "history",
  "payment",
  "attention",
  "preview",
  "probe",
  "status",
  "receipt",
  "meta",
]);
const SEGMENT = /^[a-z][a-z0-9-]{0,31}(\.(xml|json))?$/;

/** The path group of a hit, without query, dates or ids. Null for paths that are not counted. */
export function pathGroupOf(path: string): string | null {
  const plain = path.split("?", 1)[0] as string;
  if (DOCUMENTS.has(plain)) return plain;
  const [, root, first = "", second = ""] = plain.split("/");
  if (root === "feed") return "/feed";
  if (root !== "api") return null;
  if (!SEGMENT.test(first)) return "/api/other";
  return FAMILIES.has(first) && SEGMENT.test(second) ? `/api/${first}/${second}` : `/api/${first}`;
}
