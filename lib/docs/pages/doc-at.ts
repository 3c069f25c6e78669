import type { Doc } from "@/lib/domain/pages/docs/doc";
import { findGuide } from "../guides";
import type { Site } from "../site";
import { docsIndex } from "./docs-index";
import { operationDoc } from "./operation-doc";
import { findOperation } from "./operations";

/** The document at a path below /docs, by its segments; null where there is none. */
export function docAt(site: Site, segments: readonly string[]): Doc | null {
  const [kind, id, ...others] = segments;
  if (kind === undefined) return docsIndex(site);
  if (id === undefined || others.length > 0) return null;
  if (kind === "guides") return findGuide(id)?.doc(site) ?? null;
  const operation = kind === "api" ? findOperation(site, id) : null;
  return operation && operationDoc(operation, site);
}
