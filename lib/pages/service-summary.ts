import type { z } from "zod";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { countServices, currentStates, isTrusted, type ServiceSummary } from "@/lib/domain/status/current-states";
import { status } from "@/lib/endpoints/status";
import { call } from "@/lib/http/session/call";
import { blockOf } from "./block-answer";

const { cadenceSeconds } = datasets.provider_status;

/** Services as they are now, all or those of one provider; every page counts them by this one list. */
export async function currentServices(query: { provider?: string } = {}) {
  const answer = await call(status, query);
  return { ...answer, services: currentStates(answer.services, cadenceSeconds, serviceTime()) };
}

/** The services, for a page to show their failure in its main answer. */
export const servicesOutcome = (query: { provider?: string } = {}) => blockOf(status, () => currentServices(query));

/**
 * Seconds between two looks of an open page, as the endpoint declares. They are fewer while something
 * is not operational.
 */
export const statusRefreshSeconds = (answer: z.output<typeof status.response>): number =>
  typeof status.maxAgeSeconds === "function" ? status.maxAgeSeconds(answer) : status.maxAgeSeconds;

/** What the header says of all services and sample data. The services are null where nothing is known. */
export async function shellFacts(): Promise<{ services: ServiceSummary | null; isSample: boolean }> {
  try {
    const { services, checked, sample } = await currentServices();
    const isOld = !isTrusted(checked, cadenceSeconds, serviceTime());
    const counts = countServices(services.map(({ now, status: last }) => (isOld ? last : now.state)));
    return { services: { counts, isOld, checkedAt: checked, cadenceSeconds }, isSample: sample === true };
  } catch {
    return { services: null, isSample: false };
  }
}
