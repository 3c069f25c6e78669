import type { StatusFormat } from "@/lib/catalogs/status-pages";
import type { ComponentRules } from "@/lib/domain/status/core-components";
import { decodeDocument, readDocument } from "@/lib/sources/status/read-document";

const NO_RULES: ComponentRules = { include: [], api: [], core: [], peripheral: [] };

/** Reads a document of this format; an object is sent as JSON. */
export function readFormat(format: StatusFormat, body: unknown, rules: Partial<ComponentRules> = {}) {
  const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
  return readDocument(decodeDocument(bytes, null), format, { ...NO_RULES, ...rules });
}

export const component = (name: string, status: unknown, extra: object = {}) => ({
  id: name,
  name,
  status,
  group: false,
  group_id: null,
  ...extra,
});

export const summary = (indicator: string, components: object[], incidents: object[] = []) => ({
  page: { id: "p", name: "Acme", url: "https://status.acme.test", updated_at: "2026-01-01T00:00:00.000-08:00" },
  status: { indicator, description: "" },
  components,
  incidents,
  scheduled_maintenances: [],
});
