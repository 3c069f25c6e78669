import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { catalog } from "@/lib/docs/catalog";
import { llmsFullText, llmsText } from "@/lib/docs/llms";
import { metaAnswer } from "@/lib/docs/meta";
import { openApi } from "@/lib/docs/openapi";
import type { Site } from "@/lib/docs/site";

export const root = join(import.meta.dirname, "../../..");

export const site: Site = {
  name: "Test Data",
  baseUrl: "https://data.example.org",
  operator: { legalEntity: null, jurisdiction: "USA", contact: null, socialUrl: null },
  wallet: { address: "0x1111111111111111111111111111111111111111", isEnabled: true, reason: null },
  mcpRegistryKey: null,
  clientPackage: null,
};

export const everything = catalog();
export const description = openApi(everything, site);
export const meta = metaAnswer(everything, site);
export const llms = llmsText(everything, site);
export const llmsFull = llmsFullText(everything, site);

/** Paths relative to the project, with forward slashes on every system. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}
