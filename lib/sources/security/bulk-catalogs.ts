import { offload } from "../workers/offload";
import { sourceErrorOf, type SourceHttp, type Validators } from "../http/source";
import type { EpssTable } from "./epss-table";
import type { KevCatalog } from "./kev-catalog";

export const KEV_URL = "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json";
export const EPSS_URL = "https://epss.empiricalsecurity.com/epss_scores-current.csv.gz";
export const KEV_SOURCE = "kev/cisa";
export const EPSS_SOURCE = "epss/first";

export interface BulkReading<Catalog> {
  catalog: Catalog;
  validators: Validators;
}

interface BulkRequest {
  source: string;
  url: string;
  timeoutMs: number;
  /** Size after decompression. */
  maxBytes: number;
}

async function readBulk<Catalog>(
  http: Pick<SourceHttp, "get">,
  request: BulkRequest,
  read: (bytes: Uint8Array) => Promise<Catalog>,
): Promise<BulkReading<Catalog> | null> {
  const reading = await http.get(request);
  if (reading.kind === "unchanged") return null;
  const catalog = await read(reading.bytes).catch((error: unknown) => {
    throw sourceErrorOf(error);
  });
  return { catalog, validators: reading.validators };
}

/** Null when nothing changed since the last reading. */
export function readKev(http: Pick<SourceHttp, "get">): Promise<BulkReading<KevCatalog> | null> {
  return readBulk(http, { source: KEV_SOURCE, url: KEV_URL, timeoutMs: 15_000, maxBytes: 16 * 1024 * 1024 }, (bytes) =>
    offload("readKevCatalog", bytes),
  );
}

/** About 300,000 lines. Null when nothing changed since the last reading. */
export function readEpss(http: Pick<SourceHttp, "get">): Promise<BulkReading<EpssTable> | null> {
  return readBulk(http, { source: EPSS_SOURCE, url: EPSS_URL, timeoutMs: 60_000, maxBytes: 64 * 1024 * 1024 }, (bytes) =>
    offload("readEpssTable", bytes),
  );
}
