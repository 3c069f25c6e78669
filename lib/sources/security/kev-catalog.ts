import { z } from "zod";
import { type KevFacts, CVE_ID } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { cleanCwe, cleanDay, cleanMoment, cleanName, cleanText, distinct } from "./clean-values";
import { parseJson } from "../parse-json";

interface KevEntry {
  cveId: string;
  facts: KevFacts;
  /** Size of the entry as compact JSON. */
  sourceBytes: number;
}

export interface KevCatalog {
  version: string;
  releasedAt: string | null;
  entries: KevEntry[];
}

const Entry = z.looseObject({
  cveID: z.string().trim().toUpperCase().regex(CVE_ID),
  knownRansomwareCampaignUse: z.enum(["Known", "Unknown"]).nullable().catch(null),
  cwes: z.array(z.unknown()).max(50).catch([]),
});
const Catalog = z.looseObject({
  catalogVersion: z.string().max(40),
  count: z.int().nonnegative(),
  vulnerabilities: z.array(z.unknown()).max(100_000),
});

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).byteLength;

function entryOf(raw: unknown, position: number): KevEntry {
  const { success, data } = Entry.safeParse(raw);
  if (!success) throw new SourceError("not_expected", `entry ${position + 1} names no CVE`);
  const facts: KevFacts = {
    dateAdded: cleanDay(data.dateAdded),
    dueDate: cleanDay(data.dueDate),
    ransomwareUse: data.knownRansomwareCampaignUse,
    vendor: cleanName(data.vendorProject),
    product: cleanName(data.product),
    description: cleanText(data.shortDescription),
    cwes: distinct(data.cwes.map(cleanCwe)),
  };
  return { cveId: data.cveID, facts, sourceBytes: sizeOf(raw) };
}

/** Throws on any unreadable entry: a skipped CVE would be reported as not exploited. */
export function readKevCatalog(bytes: Uint8Array): KevCatalog {
  const { catalogVersion, dateReleased, count, vulnerabilities } = parseJson(bytes, Catalog);
  if (count !== vulnerabilities.length) throw new SourceError("not_expected", `it says ${count} entries and has ${vulnerabilities.length}`);
  const entries = new Map<string, KevEntry>();
  for (const [position, raw] of vulnerabilities.entries()) {
    const entry = entryOf(raw, position);
    const firstAdded = entries.get(entry.cveId)?.facts.dateAdded ?? null;
    // A CVE listed twice counts from the earlier date.
    if (firstAdded === null || (entry.facts.dateAdded ?? firstAdded) < firstAdded) entries.set(entry.cveId, entry);
  }
  return { version: catalogVersion, releasedAt: cleanMoment(dateReleased), entries: [...entries.values()] };
}
