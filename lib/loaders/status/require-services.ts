import { matchSorter } from "match-sorter";
import { findServices, FOLLOWED_PROVIDERS } from "@/lib/catalogs/find-services";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { statusPages } from "@/lib/catalogs/status-pages";
import { ApiError } from "@/lib/errors";

const MOST_CANDIDATES = 5;
const QUOTED_LENGTH = 80;
const ACCEPTED = "a provider id or name, or the name of a service";

const namesOf = (id: string): string[] => [
  id,
  providerName(id),
  ...statusPages.filter((page) => page.provider === id).map(({ name }) => name),
];

/** Ids of the providers whose names have all letters of the text, in its order. */
const candidatesFor = (text: string): string[] =>
  matchSorter(FOLLOWED_PROVIDERS.values, text, { keys: [namesOf] }).slice(0, MOST_CANDIDATES);

/**
 * Accepts any name of a provider or service, also a provider without services. Refuses what names neither: an answer without
 * entries would say that nothing is wrong there.
 */
export function requireServices(provider: string): ReturnType<typeof findServices> {
  const match = findServices(provider);
  if (match.provider !== null || match.pages.length > 0) return match;
  const given = [...provider].slice(0, QUOTED_LENGTH).join("");
  const candidates = candidatesFor(given);
  const meant = candidates.length > 0 ? `; perhaps ${candidates.join(", ")} was meant` : "";
  throw new ApiError("invalid_parameter", `\`provider\` is not valid: got "${given}", accepted is ${ACCEPTED}${meant}.`, {
    parameter: "provider",
    given,
    accepted: ACCEPTED,
    candidates,
    available_providers: FOLLOWED_PROVIDERS.values,
  });
}
