import type { Db } from "@/db/client";
import { saveCveReading, type CveReadingRow } from "@/db/queries/security/security";
import type { CveFacts, CveReading } from "@/lib/domain/security/cve-facts";
import { describeError, log } from "@/lib/config/log";
import type { PerCveSource, SecuritySource, RecordReading } from "@/lib/sources/security/security-source";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { CACHE_RULES, FACTS_FORMAT, isYounger } from "./cache-rules";
import { withinLimit } from "./within-limit";

export interface RecordRequest {
  db: Db;
  http: SourceHttp;
  cveId: string;
  now: Date;
  /** Cached readings of this CVE. */
  rows: readonly CveReadingRow[];
}

type Row<Source extends PerCveSource> = Omit<CveReadingRow, "facts"> & { facts: CveFacts[Source] | null };

function storedRow<Source extends PerCveSource>({ name }: SecuritySource<Source>, { rows }: RecordRequest): Row<Source> | null {
  const row = rows.find(({ source, format }) => source === name && format === FACTS_FORMAT);
  return (row as Row<Source> | undefined) ?? null;
}

export type SourceFailure = Pick<SourceError, "fault" | "retryAt">;

function toReading<Source extends PerCveSource>(
  { facts, sourceBytes, readAt }: Row<Source>,
  failure: SourceFailure | null,
): CveReading<CveFacts[Source]> {
  const { fault, retryAt } = failure ?? { fault: null, retryAt: null };
  return facts === null ? { state: "absent", readAt } : { state: "present", facts, sourceBytes, readAt, fault, retryAt };
}

const isCurrent = <Source extends PerCveSource>(row: Row<Source>, now: Date): boolean =>
  isYounger(row.readAt, now, row.facts === null ? CACHE_RULES[row.source].absentMs : CACHE_RULES[row.source].currentMs);

function rowOf<Source extends PerCveSource>(
  source: Source,
  answer: RecordReading<CveFacts[Source]>,
  stored: Row<Source> | null,
  { cveId, now }: RecordRequest,
): Row<Source> {
  const empty = { cveId, source, format: FACTS_FORMAT, readAt: now, facts: null, sourceBytes: 0, etag: null };
  if (answer.kind === "present") return { ...empty, facts: answer.facts, sourceBytes: answer.sourceBytes, etag: answer.etag };
  if (answer.kind === "absent") return empty;
  if (!stored) throw new SourceError("not_expected", "unchanged since a reading that is not at hand");
  return { ...stored, readAt: now };
}

/** A failure is never cached; an earlier record replaces it while it is younger than `fallbackMs`. */
function afterFailure<Source extends PerCveSource>(
  error: unknown,
  source: Source,
  stored: Row<Source> | null,
  now: Date,
): CveReading<CveFacts[Source]> {
  if (!(error instanceof SourceError)) throw error;
  log.warn("CVE source not read", { source, fault: error.fault, error: describeError(error) });
  if (stored?.facts && isYounger(stored.readAt, now, CACHE_RULES[source].fallbackMs)) return toReading(stored, error);
  return { state: "unavailable", fault: error.fault, retryAt: error.retryAt, lastReadAt: stored?.readAt ?? null };
}

async function readAndSave<Source extends PerCveSource>(
  source: SecuritySource<Source>,
  stored: Row<Source> | null,
  request: RecordRequest,
): Promise<Row<Source>> {
  const { db, http, cveId } = request;
  const answer = await source.read({ http, cveId, etag: stored?.facts ? stored.etag : null });
  const row = rowOf(source.name, answer, stored, request);
  await saveCveReading(db, row as CveReadingRow);
  return row;
}

/** From the cache while that is current, else from the source. */
export async function loadRecord<Source extends PerCveSource>(
  source: SecuritySource<Source>,
  request: RecordRequest,
): Promise<CveReading<CveFacts[Source]>> {
  const stored = storedRow(source, request);
  if (stored && isCurrent(stored, request.now)) return toReading(stored, null);
  try {
    return toReading(await withinLimit(readAndSave(source, stored, request)), null);
  } catch (error) {
    return afterFailure(error, source.name, stored, request.now);
  }
}
