import { listedPrices, type ListedPrices } from "@/lib/domain/models/bill/choose-row";
import type { BilledModel, UnknownModel } from "@/lib/domain/models/bill/bill";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { makerByName } from "@/lib/domain/models/model-maker";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";

const SNAPSHOT = /[-@](?:20\d{2}-?\d{2}-?\d{2}|latest)$/;
const MOST_CANDIDATES = 5;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[._:]/g, "-");

interface BookListing {
  provider: string;
  model: string;
  rows: BookRow[];
}

/** Finds listings of the downloaded book by the names that usage has. No name is guessed. */
export class BookNames {
  private readonly byKey = new Map<string, BookListing>();
  private readonly byModel = new Map<string, BookListing[]>();
  private readonly found = new Map<string, BilledModel | UnknownModel>();

  constructor(rows: Iterable<BookRow>) {
    for (const row of rows) {
      const key = plain(`${row.provider}/${row.model}`);
      const listing = this.byKey.get(key);
      if (listing) listing.rows.push(row);
      else this.byKey.set(key, { provider: row.provider, model: row.model, rows: [row] });
    }
    for (const listing of this.byKey.values()) {
      const model = plain(listing.model);
      this.byModel.set(model, [...(this.byModel.get(model) ?? []), listing]);
    }
  }

  modelOf({ model, provider }: UsageLine): BilledModel | UnknownModel {
    const asked = `${provider ?? ""} ${model}`;
    const known = this.found.get(asked) ?? this.find(plain(model), provider);
    this.found.set(asked, known);
    return known;
  }

  private find(model: string, provider: string | null): BilledModel | UnknownModel {
    for (const name of [model, model.replace(SNAPSHOT, "")]) {
      const exact = this.byKey.get(provider === null ? name : plain(`${provider}/${name}`)) ?? this.byKey.get(name);
      if (exact) return toBilled(exact, name === model ? [] : [`${model} is priced as ${exact.provider}/${exact.model}.`]);
      const listings = this.byModel.get(name) ?? [];
      const own = provider === null ? listings : listings.filter((listing) => listing.provider === provider);
      // A bare id that several hosts sell means its maker's listing, as everywhere in this service.
      const [only, ...others] = own;
      const makers = others.length === 0 ? only : own.find((listing) => listing.provider === makerByName(listing.model));
      if (makers) return toBilled(makers, name === model ? [] : [`${model} is priced as ${makers.provider}/${makers.model}.`]);
      const candidates = own.slice(0, MOST_CANDIDATES).map((one) => `${one.provider}/${one.model}`);
      if (only) return { reason: "ambiguous_model", candidates };
    }
    return { reason: "model_not_found", candidates: [] };
  }
}

function toBilled({ provider, model, rows }: BookListing, notes: readonly string[]): BilledModel {
  const book: ListedPrices = listedPrices(rows);
  return { key: `${provider}/${model}`, name: model, provider, notes, books: [book] };
}
