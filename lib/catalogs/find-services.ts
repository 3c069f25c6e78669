import { matchServices } from "@/lib/domain/status/match-services";
import { servicesOfProvider } from "@/lib/domain/status/provider-services";
import { companyOf, providers, resolveProvider } from "./providers";
import { statusPages, type StatusPage } from "./status-pages";

const followed = statusPages.map((page) => ({ ...page, isApi: page.group === "llm-api" }));

/** The services that make a provider's state. */
export const servicesOf = (providerId: string): StatusPage[] => servicesOfProvider(followed, providerId, { companyOf });

/** Services of a provider by any spelling of its id or name; a company has its products' services too. */
export function findServices(text: string): { provider: string | null; pages: StatusPage[] } {
  const { provider, candidates } = resolveProvider(text);
  const own = provider ? [provider.id] : candidates;
  const products = providers.filter((entry) => own.includes(companyOf(entry.id))).map((entry) => entry.id);
  const pages = matchServices(statusPages, text, own);
  return { provider: provider?.id ?? null, pages: pages.length > 0 ? pages : matchServices(statusPages, text, products) };
}
