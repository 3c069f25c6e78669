import { z } from "zod";
import { SourceError, type FreshReading } from "../http/source";
import { askForRecord, isNotFound } from "./ask-for-record";
import { joinAdvisories, OSV_ID, readOsvAdvisory } from "./osv-advisory";
import { parseJson } from "../parse-json";
import type { CveRequest, FoundRecord, SecuritySource } from "./security-source";
import type { OsvFacts } from "@/lib/domain/security/cve-facts";

const MAX_ALIASES = 3;
const NotFound = z.looseObject({ message: z.string() });

const urlOf = (id: string): string => `https://api.osv.dev/v1/vulns/${encodeURIComponent(id)}`;

/** OSV has many CVEs only under the id of their first reporter; its 404 message lists these aliases. */
function aliasesNamedIn({ bytes }: FreshReading): string[] {
  if (bytes.byteLength === 0) return [];
  try {
    const [, listed = ""] = /aliases were:\s*(.{1,2000})$/.exec(parseJson(bytes, NotFound).message) ?? [];
    return listed
      .split(/[\s,]+/)
      .filter((id) => OSV_ID.test(id))
      .slice(0, MAX_ALIASES);
  } catch {
    return [];
  }
}

async function readAlias(id: string, { http, cveId }: CveRequest): Promise<{ facts: OsvFacts; bytes: number }> {
  const reading = await askForRecord({ http, source: "osv", url: urlOf(id) });
  if (reading === null || isNotFound(reading)) throw new SourceError("not_expected", `${id} was named as an alias and is not there`);
  return { facts: readOsvAdvisory(reading.bytes, cveId), bytes: reading.bytes.byteLength };
}

/** Merges the aliases that can be read. Throws when none can. */
async function readAliases(ids: readonly string[], request: CveRequest): Promise<FoundRecord<OsvFacts>> {
  const settled = await Promise.allSettled(ids.map((id) => readAlias(id, request)));
  const read = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failure = settled.find((one) => one.status === "rejected");
  if (read.length === 0) throw failure?.reason ?? new SourceError("not_expected", "no alias could be read");
  return {
    kind: "present",
    facts: joinAdvisories(read.map(({ facts }) => facts)),
    sourceBytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
    etag: null,
  };
}

/** OSV ids are case-sensitive. */
export const osv: SecuritySource<"osv"> = {
  name: "osv",
  urlOf,
  async read(request) {
    const { http, cveId, etag } = request;
    const reading = await askForRecord({ http, source: "osv", url: urlOf(cveId), etag });
    if (reading === null) return { kind: "unchanged" };
    if (!isNotFound(reading)) {
      return {
        kind: "present",
        facts: readOsvAdvisory(reading.bytes, cveId),
        sourceBytes: reading.bytes.byteLength,
        etag: reading.validators.etag,
      };
    }
    const aliases = aliasesNamedIn(reading);
    return aliases.length > 0 ? readAliases(aliases, request) : { kind: "absent" };
  },
};
