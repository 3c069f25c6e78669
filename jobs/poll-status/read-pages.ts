import pLimit from "p-limit";
import type { StatusPage } from "@/lib/catalogs/status-pages";
import { sanitizeLabel } from "@/lib/domain/news/sanitize/sanitize";
import type { SourceHttp } from "@/lib/sources/http/source";
import { readStatusBytes, type StatusBytes } from "@/lib/sources/status/read-document";
import { readStatusPage, type StatusOutcome } from "@/lib/sources/status/read-status-page";
import { offload } from "@/lib/sources/workers/offload";

/** Concurrent requests: enough that a few slow pages do not delay the others. */
const CONCURRENCY = 32;
const READING_MS = 40_000;
/** Parsing a larger document would block requests, so it goes to a worker thread. */
const HEAVY_BYTES = 128 * 1024;
const MAX_COMPONENTS = 30;
/** Titles are stored as they came, bounded; answers sanitize them under the rules of their day. */
const INCIDENT_TITLE_LENGTH = 300;

const parse = (input: StatusBytes) =>
  input.bytes.byteLength > HEAVY_BYTES ? offload("readStatusDocument", input) : readStatusBytes(input);

const tooLate = (page: StatusPage): StatusOutcome => ({
  service: page.id,
  kind: "failed",
  state: "unknown",
  components: [],
  incidents: [],
  isMaintenance: false,
  fault: "timeout",
  error: "no answer in the time of the poll",
  validators: null,
});

function boundedOutcome(outcome: StatusOutcome): StatusOutcome {
  const components = outcome.components.slice(0, MAX_COMPONENTS).map((component) => ({
    ...component,
    name: sanitizeLabel(component.name) || "Component",
    rawStatus: component.rawStatus === null ? null : sanitizeLabel(component.rawStatus).slice(0, 60),
    ...(component.event ? { event: { ...component.event, title: component.event.title.slice(0, INCIDENT_TITLE_LENGTH) } } : {}),
  }));
  return {
    ...outcome,
    components,
    incidents: outcome.incidents.slice(0, 10).map((incident) => ({
      ...incident,
      title: incident.title.slice(0, INCIDENT_TITLE_LENGTH),
    })),
  };
}

export async function readPages(
  pages: readonly StatusPage[],
  http: SourceHttp,
  isConditional: (page: StatusPage) => boolean,
): Promise<StatusOutcome[]> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, READING_MS);
  });
  const readOne = async (page: StatusPage): Promise<StatusOutcome> => {
    const reading = readStatusPage(page, { http, isConditional: isConditional(page), parse });
    return boundedOutcome(await Promise.race([reading, deadline.then(() => tooLate(page))]));
  };
  try {
    return await pLimit(CONCURRENCY).map(pages, readOne);
  } finally {
    clearTimeout(timer);
  }
}
