import { listStatusServices, type StoredService } from "@/db/queries/status/status";
import { servicesOf } from "@/lib/catalogs/find-services";
import type { StatusPage } from "@/lib/catalogs/status-pages";
import { worstState, type ServiceState } from "@/lib/domain/status/service-state";
import { versioned } from "../freshness/once-per-version";

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

/** What the last poll left of each service; loaded once per version. */
export const statusServices = versioned(
  ["provider_status"],
  async (db): Promise<ReadonlyMap<string, StoredService>> => new Map((await listStatusServices(db)).map((row) => [row.service, row])),
);

/** How providers are, by the one rule that routing, comparisons and profiles share. */
export const loadProviderStates = versioned(["provider_status"], async (db): Promise<ProviderStates> => {
  const byService = await statusServices(db);
  const pagesOf = (providerId: string): WatchedPage[] =>
    servicesOf(providerId).map((page) => ({ page, now: byService.get(page.id) ?? null }));
  const known = new Map<string, ServiceState>();
  return {
    pagesOf,
    stateOf(providerId) {
      const state = known.get(providerId) ?? worstState(pagesOf(providerId).map(({ now }) => now?.state ?? "unknown"));
      known.set(providerId, state);
      return state;
    },
  };
});
