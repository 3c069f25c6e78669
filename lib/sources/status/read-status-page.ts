import type { StatusFormat, StatusPage } from "@/lib/catalogs/status-pages";
import type { ReportedIncident, StatusReading } from "./status-source";
import type { StatusComponent } from "@/lib/domain/core-components";
import type { ServiceState } from "@/lib/domain/service-state";
import { SourceError, type SourceFault, type SourceHttp } from "../source";
import { decodeDocument } from "./decode-document";
import { announcedFeed } from "./embedded-data";
import { readDocument } from "./read-document";

export interface StatusOutcome {
  service: string;
  /** `unchanged`: the page says that its last reading still stands. */
  kind: "read" | "unchanged" | "failed";
  state: ServiceState;
  components: StatusComponent[];
  incidents: ReportedIncident[];
  rawStatus: string | null;
  fault: SourceFault | null;
  error: string | null;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8_000_000;

interface Address {
  url: string;
  format: StatusFormat;
}

/** Where a program may look, best first. */
export function addressesOf(page: StatusPage): Address[] {
  const feedFormat: StatusFormat = page.format === "azure-feed" ? "azure-feed" : "feed";
  const addresses: Address[] = [];
  if (page.machineUrl) addresses.push({ url: page.machineUrl, format: page.format });
  if (page.feedUrl) addresses.push({ url: page.feedUrl, format: feedFormat });
  return addresses.length > 0 ? addresses : [{ url: page.pageUrl, format: "page" }];
}

/** The name that the source's record bears. */
export const statusSourceId = (page: StatusPage): string => `provider_status/${page.id}`;

async function readAt(page: StatusPage, address: Address, http: SourceHttp, isConditional: boolean): Promise<StatusReading | "unchanged"> {
  const reading = await http.get({ source: statusSourceId(page), url: address.url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, isConditional });
  if (reading.kind === "unchanged") return "unchanged";
  const document = decodeDocument(reading.bytes, reading.contentType);
  try {
    return readDocument(document, address.format, page);
  } catch (error) {
    const feed = address.format === "page" ? announcedFeed(document.text, page.pageUrl) : null;
    if (feed === null) throw error;
    return readAt(page, { url: feed, format: "feed" }, http, false);
  }
}

function failed(page: StatusPage, error: unknown): StatusOutcome {
  const fault = error instanceof SourceError ? error.fault : "parse";
  const message = error instanceof Error ? error.message : String(error);
  return { service: page.id, kind: "failed", state: "unknown", components: [], incidents: [], rawStatus: null, fault, error: message };
}

/** Never throws: a page that cannot be read is unknown, with the reason. */
export async function readStatusPage(page: StatusPage, http: SourceHttp, isConditional = false): Promise<StatusOutcome> {
  let firstError: unknown = null;
  for (const [position, address] of addressesOf(page).entries()) {
    try {
      const reading = await readAt(page, address, http, isConditional && position === 0);
      if (reading === "unchanged") return { service: page.id, kind: "unchanged", state: "unknown", components: [], incidents: [], rawStatus: null, fault: null, error: null };
      return { service: page.id, kind: "read", state: reading.state, components: reading.components, incidents: reading.incidents, rawStatus: reading.rawStatus, fault: null, error: null };
    } catch (error) {
      firstError ??= error;
      if (error instanceof SourceError && error.fault === "cancelled") break;
    }
  }
  return failed(page, firstError);
}
