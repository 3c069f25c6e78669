import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import { catalog } from "@/lib/docs/catalog";
import { openApi } from "@/lib/docs/openapi";
import type { Site } from "@/lib/docs/site";

/** Ignored by git: it follows from the declarations, and is longer than all of the client. */
const FILE = join(".cache", "client", "openapi.ts");

/** Types are the same for every site: what a site has configured changes no shape. */
const ANY_SITE: Site = {
  name: "AI Ecosystem Data",
  baseUrl: "https://data.example.org",
  operator: { legalEntity: null, jurisdiction: "", contact: null, socialUrl: null },
  wallet: { address: null, isEnabled: false, reason: null },
  mcpRegistryKey: null,
  clientPackage: null,
};

/** The API's description of everything that any site may serve. */
export const clientDescription = () => openApi(catalog(), ANY_SITE);

/** Writes what openapi-typescript makes of the description, where `lib/client` imports it. */
export async function writeClientTypes(root: string): Promise<string> {
  const text = astToString(await openapiTS(clientDescription() as unknown as OpenAPI3));
  const path = join(root, FILE);
  if (existsSync(path) && readFileSync(path, "utf8") === text) return path;
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  return path;
}
