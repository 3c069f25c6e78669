import { listStatusServices, type StoredService } from "@/db/queries/status/status";
import { servicesOf } from "@/lib/catalogs/find-services";
import type { StatusPage } from "@/lib/catalogs/status-pages";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { oncePerVersion } from "../freshness/once-per-version";

export interface WatchedPage {
  page: StatusPage;
  /** Null before the first poll. */
  now: StoredService | null;
}

export interface ProviderStates {
  /** The worst of its services; unknown without any, and before the first poll. */
  stateOf(providerId: string): ServiceState;
  pagesOf(providerId: string): WatchedPage[];
}

export const statusServices = oncePerVersion(
  ["provider_status"],
  async (db): Promise<ReadonlyMap<string, StoredService>> => new Map((await listStatusServices(db)).map((row) => [row.service, row])),
);

/** The one rule for a provider's state, shared by routing, comparisons and profiles. */
export const loadProviderStates = oncePerVersion(["provider_status"], async (db): Promise<ProviderStates> => {
  const byService = await statusServices(db);
  const pagesOf = (providerId: string): WatchedPage[] =>
    servicesOf(providerId).map((page) => ({ page, now: byService.get(page.id) ?? null }));
  const states = new Map<string, ServiceState>();
  return {
    pagesOf,
    stateOf(providerId) {
      const state = states.get(providerId) ?? worstState(pagesOf(providerId).map(({ now }) => now?.state ?? "unknown"));
      states.set(providerId, state);
      return state;
    },
  };
});
