import type { StatusFormat, StatusPage } from "@/lib/catalogs/status-pages";
import type { Observation } from "@/lib/domain/status/plan-status-poll";
import { faultOf, SourceError, type SourceHttp, type Validators } from "../http/source";
import { readStatusBytes, type StatusBytesReading, type StatusBytes } from "./read-document";
import type { ReportedIncident, StatusReading } from "./status-source";

export interface StatusOutcome extends Observation {
  service: string;
  incidents: ReportedIncident[];
  error: string | null;
  /** Save these in the transaction that stores the state. Null where conditional requests are not worth it. */
  validators: (Validators & { url: string }) | null;
}

export interface PageReaderOptions {
  http: SourceHttp;
  /** True when the last whole reading is stored and recent enough to keep if the page has not changed. */
  isConditional: boolean;
  /** Parses inline by default; the job passes a function that uses a worker thread. */
  parse?: (input: StatusBytes) => Promise<StatusBytesReading> | StatusBytesReading;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 3 * 1024 * 1024;
const MAX_HEAVY_BYTES = 24 * 1024 * 1024;

interface Address {
  url: string;
  format: StatusFormat;
}

const statusSourceId = (page: StatusPage): string => `provider_status/${page.id}`;

/** Google Cloud's list has years of incidents, so only it gets conditional requests. */
const isHeavy = (page: StatusPage): boolean => page.format === "google-cloud";

function addressesOf(page: StatusPage): Address[] {
  const addresses: Address[] = [];
  if (page.machineUrl) addresses.push({ url: page.machineUrl, format: page.format });
  if (page.feedUrl) addresses.push({ url: page.feedUrl, format: page.format === "azure-feed" ? "azure-feed" : "feed" });
  return addresses.length > 0 ? addresses : [{ url: page.pageUrl, format: "page" }];
}

interface PageReading {
  reading: StatusReading;
  validators: (Validators & { url: string }) | null;
}

async function readAt(page: StatusPage, address: Address, options: PageReaderOptions): Promise<PageReading | "unchanged"> {
  const { http, isConditional, parse = readStatusBytes } = options;
  const answer = await http.get({
    source: statusSourceId(page),
    url: address.url,
    timeoutMs: TIMEOUT_MS,
    maxBytes: isHeavy(page) ? MAX_HEAVY_BYTES : MAX_BYTES,
    isConditional: isConditional && isHeavy(page),
  });
  if (answer.kind === "unchanged") return "unchanged";
  const read = await parse({
    bytes: answer.bytes,
    contentType: answer.contentType,
    format: address.format,
    rules: page,
    pageUrl: page.pageUrl,
  });
  if ("reading" in read) return { reading: read.reading, validators: isHeavy(page) ? { ...answer.validators, url: address.url } : null };
  if (read.announcedFeed) return readAt(page, { url: read.announcedFeed, format: "feed" }, { ...options, isConditional: false });
  throw new SourceError(read.fault, read.message);
}

type Unread = Pick<StatusOutcome, "kind"> & Partial<StatusOutcome>;

const unreadOutcome = (page: StatusPage, rest: Unread): StatusOutcome => ({
  service: page.id,
  state: "unknown",
  components: [],
  incidents: [],
  isMaintenance: false,
  fault: null,
  error: null,
  validators: null,
  ...rest,
});

/** Never throws: an unreadable page has the state unknown, with the error. */
export async function readStatusPage(page: StatusPage, options: PageReaderOptions): Promise<StatusOutcome> {
  let firstError: unknown = null;
  for (const [position, address] of addressesOf(page).entries()) {
    try {
      const answer = await readAt(page, address, { ...options, isConditional: options.isConditional && position === 0 });
      if (answer === "unchanged") return unreadOutcome(page, { kind: "unchanged" });
      const { state, components, incidents, isMaintenance } = answer.reading;
      return {
        service: page.id,
        kind: "read",
        state,
        components,
        incidents,
        isMaintenance,
        fault: null,
        error: null,
        validators: answer.validators,
      };
    } catch (error) {
      firstError ??= error;
      if (error instanceof SourceError && error.fault === "cancelled") break;
    }
  }
  const { fault, message } = faultOf(firstError);
  return unreadOutcome(page, { kind: "failed", fault, error: message });
}
