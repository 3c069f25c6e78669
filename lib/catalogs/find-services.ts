import { matchServices } from "@/lib/domain/status/match-services";
import { servicesOfProvider } from "@/lib/domain/status/provider-services";
import { companyOf, providers, resolveProvider } from "./providers";
import { statusPages, type StatusPage } from "./status-pages";

const services = statusPages.map((page) => ({ ...page, isApi: page.group === "llm-api" }));

/** Ids of all providers whose services are followed. */
export const FOLLOWED_PROVIDERS = { name: "status providers", values: [...new Set(statusPages.map((page) => page.provider))].sort() };

/** The services whose states make up the provider's state. */
export const servicesOf = (providerId: string): StatusPage[] => servicesOfProvider(services, providerId, { companyOf });

/** Services of a provider, by any spelling. A company without services gets those of its products. */
export function findServices(text: string): { provider: string | null; pages: StatusPage[] } {
  const { provider, candidates } = resolveProvider(text);
  const own = provider ? [provider.id] : candidates;
  const products = providers.filter((entry) => own.includes(companyOf(entry.id))).map((entry) => entry.id);
  const pages = matchServices(statusPages, text, own);
  return { provider: provider?.id ?? null, pages: pages.length > 0 ? pages : matchServices(statusPages, text, products) };
}
