import type { CveSource } from "@/lib/domain/security/cve-facts";
import type { FreshReading, SourceHttp } from "../http/source";

const TIMEOUT_MS = 6_000;
/** The longest records of the CVE list have about 1 MB. */
const MAX_BYTES = 4 * 1024 * 1024;
const NOT_FOUND = 404;

export interface RecordRequest {
  http: Pick<SourceHttp, "get">;
  source: CveSource;
  url: string;
  etag?: string | null;
}

/** Null when the ETag still matches. A 404 is returned as an answer, not thrown. */
export async function askForRecord({ http, source, url, etag = null }: RecordRequest): Promise<FreshReading | null> {
  const headers: Record<string, string> = { accept: "application/json", ...(etag === null ? {} : { "if-none-match": etag }) };
  const reading = await http.get({
    source: `cve/${source}`,
    url,
    headers,
    isConditional: false,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    acceptStatuses: [NOT_FOUND],
  });
  return reading.kind === "unchanged" ? null : reading;
}

export const isNotFound = ({ status }: FreshReading): boolean => status === NOT_FOUND;
