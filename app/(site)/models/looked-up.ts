import type { LookedUp } from "@/components/models/name-lookup";
import { formatPrice } from "@/lib/domain/pages/format";
import type { resolveModels } from "@/lib/endpoints/models/resolve";
import type { AnswerOf } from "@/lib/pages/answer";
import { listingHref } from "./rows";

type Result = AnswerOf<typeof resolveModels>["results"][number];
type Host = Extract<Result, { matched: true }>["listing"];

const named = (key: string) => ({ key, href: listingHref(key) });

function priceOf({ pricing, free_listing: isFree }: Host): string {
  const { input = null, output = null } = pricing ?? {};
  if (input === null || output === null) return "not published";
  return isFree ? "given away" : `${formatPrice(input)} and ${formatPrice(output)}`;
}

const stateOf = ({ model_status: status, deprecationDate }: Host): string =>
  status === "active" || deprecationDate === null ? status : `${status}, ${deprecationDate}`;

/** A result of the endpoint in words and links. */
export function lookedUp(result: Result): LookedUp {
  if (!result.matched) return { asked: result.query, meant: null, notes: [], hosts: [], candidates: result.candidates.map(named) };
  const { query, listing, match_note: note, notes, hosts } = result;
  return {
    asked: query,
    meant: named(`${listing.provider_id}/${listing.id}`),
    notes: [...(note === null ? [] : [note]), ...notes],
    hosts: hosts.map((host) => ({
      ...named(`${host.provider_id}/${host.id}`),
      host: host.provider,
      price: priceOf(host),
      state: stateOf(host),
    })),
    candidates: [],
  };
}
