import { z } from "zod";
import type { OsvFacts } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { advisoryProducts } from "./affected/advisory-products";
import { joinProducts } from "./affected/join-products";
import { cleanName, cleanText, cleanUrl, distinct, AnyObject, validEntries } from "./clean-values";
import { parseJson } from "../parse-json";

export const OSV_ID = /^[A-Za-z][A-Za-z0-9]{0,15}-[A-Za-z0-9:._-]{1,60}$/;
const MAX_ENTRIES = 2000;
const MAX_REFERENCES = 10;

const Ids = z.array(z.unknown()).nullish();
const Advisory = z.looseObject({ id: z.string().regex(OSV_ID), modified: z.string(), aliases: Ids, upstream: Ids });
const Affected = z.looseObject({ package: z.looseObject({ ecosystem: z.string() }) });
const NOTHING_AFFECTED = { ecosystems: [], products: [] };

const idsOf = (value: unknown): string[] => validEntries(value, z.string().regex(OSV_ID), MAX_ENTRIES);

const affectedOf = ({ id, affected }: z.output<typeof Advisory>): Pick<OsvFacts, "ecosystems" | "products"> => ({
  ecosystems: distinct(validEntries(affected, Affected, MAX_ENTRIES).map((entry) => cleanName(entry.package.ecosystem))),
  products: advisoryProducts(affected, id),
});

/** Throws when the advisory is not about this CVE. Ubuntu names the CVE under `upstream`, others as id or alias. */
export function readOsvAdvisory(bytes: Uint8Array, cveId: string): OsvFacts {
  const advisory = parseJson(bytes, Advisory);
  const aliases = idsOf(advisory.aliases);
  // A time of withdrawal that cannot be read is one all the same.
  const isWithdrawn = typeof advisory.withdrawn === "string" && advisory.withdrawn.trim() !== "";
  const ids = [advisory.id, ...aliases, ...idsOf(advisory.upstream)];
  if (!ids.some((id) => id.toUpperCase() === cveId)) throw new SourceError("not_expected", "the advisory does not name this CVE");
  return {
    ids: [advisory.id],
    aliases,
    ...(isWithdrawn ? NOTHING_AFFECTED : affectedOf(advisory)),
    summary: cleanText(advisory.summary) ?? cleanText(advisory.details),
    references: distinct(validEntries(advisory.references, AnyObject, MAX_ENTRIES).map(({ url }) => cleanUrl(url))).slice(
      0,
      MAX_REFERENCES,
    ),
    isWithdrawn,
  };
}

/** Merges the advisories of one CVE; the result is withdrawn only when all are. */
export function joinAdvisories(advisories: readonly OsvFacts[]): OsvFacts {
  const active = advisories.filter(({ isWithdrawn }) => !isWithdrawn);
  const used = active.length > 0 ? active : advisories;
  return {
    ids: distinct(used.flatMap(({ ids }) => ids)),
    aliases: distinct(used.flatMap(({ aliases }) => aliases)),
    ecosystems: distinct(used.flatMap(({ ecosystems }) => ecosystems)),
    products: joinProducts(used.flatMap(({ products }) => products)),
    summary: used.map(({ summary }) => summary).find((summary) => summary !== null) ?? null,
    references: distinct(used.flatMap(({ references }) => references)).slice(0, MAX_REFERENCES),
    isWithdrawn: active.length === 0,
  };
}
