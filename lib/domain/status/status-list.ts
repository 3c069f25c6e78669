import type { ServiceRecord } from "./plan-status-poll";
import type { ServiceState } from "./service-state";

export interface FollowedPage {
  id: string;
  name: string;
  provider: string;
  pageUrl: string;
}

export type ServiceNow = Pick<
  ServiceRecord,
  "state" | "components" | "fault" | "isMaintenance" | "checkedAt" | "readAt" | "knownState" | "knownAt"
> & {
  service: string;
};

export interface ListedService<Page extends FollowedPage> {
  page: Page;
  /** Null before the first poll. */
  now: ServiceNow | null;
}

export function listServices<Page extends FollowedPage>(pages: readonly Page[], rows: readonly ServiceNow[]): ListedService<Page>[] {
  const byService = new Map(rows.map((row) => [row.service, row]));
  return pages.map((page) => ({ page, now: byService.get(page.id) ?? null }));
}

export interface StateCounts {
  total: number;
  operational: number;
  degraded: number;
  down: number;
  unknown: number;
}

export function countStates(states: readonly ServiceState[]): StateCounts {
  const count = (state: ServiceState): number => states.filter((one) => one === state).length;
  return {
    total: states.length,
    operational: count("operational"),
    degraded: count("degraded"),
    down: count("down"),
    unknown: count("unknown"),
  };
}

export function latestCheck(rows: readonly ServiceNow[]): Date | null {
  const times = rows.flatMap((row) => (row.checkedAt === null ? [] : [row.checkedAt.getTime()]));
  return times.length === 0 ? null : new Date(Math.max(...times));
}
