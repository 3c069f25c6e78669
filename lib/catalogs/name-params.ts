import { z } from "zod";
import { closestNames } from "@/lib/domain/basics/closest-names";
import { nameListParam, nameParam, type KnownNames } from "@/lib/schemas/params";
import { providerName } from "./catalog-entries";
import { findServices, FOLLOWED_PROVIDERS } from "./find-services";
import { findProvider, providers, resolveProvider } from "./providers";
import { statusPages } from "./status-pages";

const MOST_CANDIDATES = 5;

/** Ids whose names resemble the text, best first; ids that a name fits equally well are the only ones. */
function closestIds(ids: readonly string[], text: string, namesOf: (id: string) => string[]): string[] {
  const { provider, candidates } = resolveProvider(text);
  // A provider that is known, and none of these, is not misspelt.
  if (provider !== null) return [];
  const fitting = candidates.filter((id) => ids.includes(id));
  if (fitting.length > 0) return fitting.slice(0, MOST_CANDIDATES);
  return closestNames(ids, text, namesOf).slice(0, MOST_CANDIDATES);
}

const namesOfProvider = (id: string): string[] => [id, providerName(id), ...(findProvider(id)?.aliases ?? [])];

const namesOfFollowed = (id: string): string[] => [
  ...namesOfProvider(id),
  ...statusPages.filter((page) => page.provider === id).map(({ name }) => name),
];

/** Also true for a provider whose services are not followed. */
export function isServiceName(text: string): boolean {
  const { provider, pages } = findServices(text);
  return provider !== null || pages.length > 0;
}

/** Ids of followed providers with a similar name, or with a service of one. */
export const closestServices = (text: string): string[] => closestIds(FOLLOWED_PROVIDERS.values, text, namesOfFollowed);

const serviceNames: KnownNames = {
  accepts: "a provider id or name, or the name of a service",
  isKnown: isServiceName,
  likeOf: (text) => ({ candidates: closestServices(text), available_providers: FOLLOWED_PROVIDERS.values }),
};

/** A provider or one of its services, also a provider whose services are not followed. The value stays as given, for `findServices`. */
export const serviceParam = () => nameParam(serviceNames).meta({ known: FOLLOWED_PROVIDERS });

export const servicesParam = (max: number) => nameListParam(serviceNames, { max }).meta({ known: FOLLOWED_PROVIDERS });

const idOf = (text: string): string => resolveProvider(text).provider?.id ?? "";
const everyId = providers.map(({ id }) => id);

export const closestProviders = (text: string): string[] => closestIds(everyId, text, namesOfProvider);

/** A provider, or one of the given ones, by any of its names; the value is its id. */
export function providerParam(choice: readonly string[] | null = null) {
  const ids = choice ?? everyId;
  const accepts = choice ? `one of ${choice.join(", ")}` : "a provider id or name, as /api/models?include=hosts lists them";
  const names: KnownNames = {
    accepts,
    isKnown: (text) => ids.includes(idOf(text)),
    likeOf: (text) => ({
      candidates: closestIds(ids, text, namesOfProvider),
      // The whole table would be longer than any answer.
      ...(choice ? { available_providers: choice } : {}),
    }),
  };
  return nameParam(names).transform(idOf).pipe(z.string().min(1).max(100)).meta({ accepts });
}
