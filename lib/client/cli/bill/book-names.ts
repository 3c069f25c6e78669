import { listedPrices } from "@/lib/domain/models/bill/choose-row";
import type { BilledModel, UnknownModel } from "@/lib/domain/models/bill/bill";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { makerByName } from "@/lib/domain/models/model-maker";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";

const SNAPSHOT = /[-@:](?:20\d{2}[-.]?\d{2}[-.]?\d{2}|latest)$/;
const MOST_CANDIDATES = 5;

/** A name without regard to how its parts are joined: `claude-opus-4.5` is `claude-opus-4-5`. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[._:]/g, "-");

interface BookListing {
  provider: string;
  model: string;
  rows: BookRow[];
}

const keyOf = ({ provider, model }: Pick<BookRow, "provider" | "model">): string => `${provider}/${model}`;

function addTo(index: Map<string, BookListing[]>, name: string, listing: BookListing): void {
  const listings = index.get(plain(name));
  if (listings) listings.push(listing);
  else index.set(plain(name), [listing]);
}

/** The listing that a name means: the one that there is, its maker's, or the one that is spelt so. */
function meantBy(name: string, listings: readonly BookListing[]): BookListing | null {
  // A bare id that several hosts sell means its maker's listing, as everywhere in this service.
  const makers = listings.filter(({ provider, model }) => provider === makerByName(model));
  const near = makers.length > 0 ? makers : listings;
  const spelt = near.filter((listing) => [listing.model, keyOf(listing)].some((text) => text.toLowerCase() === name));
  const [meant, ...others] = spelt.length > 0 ? spelt : near;
  return meant && others.length === 0 ? meant : null;
}

/** Finds listings of the downloaded book by the names that usage has. No name is guessed. */
export class BookNames {
  private readonly byKey = new Map<string, BookListing[]>();
  private readonly byModel = new Map<string, BookListing[]>();
  private readonly found = new Map<string, BilledModel | UnknownModel>();

  constructor(rows: Iterable<BookRow>) {
    const listings = new Map<string, BookListing>();
    for (const row of rows) {
      const listing = listings.get(keyOf(row));
      if (listing) listing.rows.push(row);
      else listings.set(keyOf(row), { provider: row.provider, model: row.model, rows: [row] });
    }
    for (const [key, listing] of listings) {
      addTo(this.byKey, key, listing);
      addTo(this.byModel, listing.model, listing);
    }
  }

  modelOf({ model, provider }: UsageLine): BilledModel | UnknownModel {
    const asked = `${provider ?? ""} ${model}`.toLowerCase();
    const known = this.found.get(asked) ?? this.find(model.toLowerCase(), provider?.toLowerCase() ?? null);
    this.found.set(asked, known);
    return known;
  }

  private listingsOf(name: string, provider: string | null): readonly BookListing[] {
    const own = provider === null ? undefined : this.byKey.get(plain(`${provider}/${name}`));
    const exact = own ?? this.byKey.get(plain(name));
    if (exact) return exact;
    const listings = this.byModel.get(plain(name)) ?? [];
    return provider === null ? listings : listings.filter((listing) => listing.provider === provider);
  }

  private find(model: string, provider: string | null): BilledModel | UnknownModel {
    for (const name of [model, model.replace(SNAPSHOT, "")]) {
      const listings = this.listingsOf(name, provider);
      if (listings.length === 0) continue;
      const meant = meantBy(name, listings);
      if (meant) return toBilled(meant, name === model ? [] : [`${model} is priced as ${keyOf(meant)}.`]);
      return { reason: "ambiguous_model", candidates: listings.slice(0, MOST_CANDIDATES).map(keyOf) };
    }
    return { reason: "model_not_found", candidates: [] };
  }
}

const toBilled = (listing: BookListing, notes: readonly string[]): BilledModel => ({
  key: keyOf(listing),
  name: listing.model,
  provider: listing.provider,
  notes,
  books: [listedPrices(listing.rows)],
});
