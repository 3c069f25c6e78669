import type { Db } from "@/db/client";
import { listRetirements, listRetirementStatements, type RetirementRow, type StatementRow } from "@/db/queries/models/retirements";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { companyOf, findProvider } from "@/lib/catalogs/providers";
import { utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { modelLabel } from "@/lib/domain/models/model-label";
import { listingKey, type ModelListing } from "@/lib/domain/models/model-listing";
import { makerByName } from "@/lib/domain/models/model-maker";
import { doDisagree } from "@/lib/domain/models/retirements/believe-statements";
import { retirementKey, stateOn } from "@/lib/domain/models/retirements/retirement";
import { compareEnds, daysUntil, isSelected } from "@/lib/domain/models/retirements/retirement-list";
import type { Retirement } from "@/lib/schemas/models/retirement";
import { oncePerVersion } from "../freshness/once-per-version";
import { labeller, listingsByKey } from "./all-listings";
import { matchListed } from "./find-model";

interface Ends {
  /** The next first. */
  rows: readonly RetirementRow[];
  byKey: ReadonlyMap<string, RetirementRow>;
  /** By id alone: the ends of that id at all hosts. */
  byModel: ReadonlyMap<string, readonly RetirementRow[]>;
  said: ReadonlyMap<string, readonly StatementRow[]>;
}

/** All believed ends, with what each source says. Everybody shares them: never change one. */
export const believedEnds = oncePerVersion(["retirements"], async (db): Promise<Ends> => {
  const rows = (await listRetirements(db)).toSorted(compareEnds);
  return {
    rows,
    byKey: new Map(rows.map((row) => [retirementKey(row), row])),
    byModel: groupBy(rows, ({ modelKey }) => modelKey),
    said: groupBy(await listRetirementStatements(db), retirementKey),
  };
});

const makerOf = ({ host, model }: RetirementRow, listing: ModelListing | undefined): string | null =>
  listing?.makerId ?? makerByName(model) ?? (findProvider(host)?.kind === "lab" ? companyOf(host) : null);

type Listings = ReadonlyMap<string, ModelListing>;

interface World {
  today: string;
  ends: Ends;
  listings: Listings;
  labelOf: Awaited<ReturnType<typeof labeller>>;
}

/** Ids that the host names instead; where it names none, that of the model which answers afterwards. */
function successorIds({ replacement, options, reroutedTo }: RetirementRow): string[] {
  if (replacement !== null) return [replacement];
  return options.length > 0 || reroutedTo === null ? options : [reroutedTo];
}

function targetOf({ host, reroutedTo: model }: RetirementRow, listings: Listings): Retirement["rerouted_to"] {
  if (model === null) return null;
  const listing = listings.get(retirementKey({ host, model }));
  return { model, input_per_1m: listing?.inputPrice ?? null, output_per_1m: listing?.outputPrice ?? null };
}

function toRetirement(row: RetirementRow, { ends: { said }, listings, labelOf, today }: World): Retirement {
  const listing = listings.get(retirementKey(row));
  const statements = said.get(retirementKey(row)) ?? [];
  return {
    model: row.model,
    host: row.host,
    host_name: providerName(row.host),
    name: listing ? modelLabel(listing.name) : null,
    label: labelOf(row.host, row.model).label,
    provider: makerOf(row, listing),
    state: stateOn(row, today),
    announced_on: row.announcedOn,
    retires_on: row.retiresOn,
    precision: row.precision,
    days_left: daysUntil(row.retiresOn, today),
    after: row.after,
    rerouted_to: targetOf(row, listings),
    replacement: row.replacement,
    options: row.options,
    successors: successorIds(row).map((model) => ({ model, ...labelOf(row.host, model) })),
    moved_from: row.movedFrom.map(({ retiresOn }) => retiresOn),
    moved_at: row.movedFrom.at(-1)?.movedAt ?? null,
    source: row.source,
    source_url: row.page,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    disagree: doDisagree(statements),
    said: statements.map(({ source, state, retiresOn, precision, page, lastSeenAt }) => ({
      source,
      state: stateOn({ state, retiresOn, precision }, today),
      retires_on: retiresOn,
      precision,
      source_url: page,
      last_seen_at: lastSeenAt.toISOString(),
    })),
  };
}

export interface RetirementQuery {
  /** Who made or serves it. */
  provider?: string | undefined;
  host?: string | undefined;
  within_days?: number | undefined;
  include?: "past" | undefined;
  models?: string[] | undefined;
}

export interface AskedModel {
  query: string;
  /** `host/model` of what was found; empty where nothing is known of the name. */
  found: string[];
  note: string | null;
}

/** The end of a listing: its own, or that of the dated version that it stands for. */
function endOfListing(listing: ModelListing, ends: Ends): RetirementRow | null {
  const own = ends.byKey.get(listingKey(listing));
  if (own || listing.retirement === null) return own ?? null;
  const { retiresOn } = listing.retirement;
  const version = ends.rows.find(
    (row) => row.host === listing.providerId && row.retiresOn === retiresOn && row.modelKey.startsWith(listing.modelId.toLowerCase()),
  );
  return version ? { ...version, model: listing.modelId, modelKey: listing.modelId.toLowerCase() } : null;
}

async function findAsked(db: Db, query: string, ends: Ends, listings: Listings): Promise<{ asked: AskedModel; rows: RetirementRow[] }> {
  const exact = ends.byKey.get(query.toLowerCase());
  const { model, candidates } = await matchListed(db, query);
  const listing = model ? listings.get(listingKey(model)) : undefined;
  const ofListing = listing ? endOfListing(listing, ends) : null;
  const rows = exact ? [exact] : ofListing ? [ofListing] : listing ? [] : [...(ends.byModel.get(query.toLowerCase()) ?? [])];
  const found = rows.length > 0 ? rows.map(retirementKey) : listing ? [listingKey(listing)] : [];
  const note =
    rows.length > 0
      ? null
      : listing
        ? "No end is announced."
        : candidates.length > 0
          ? `The name fits several models: ${candidates.slice(0, 5).join(", ")}.`
          : "No model is called so.";
  return { asked: { query, found, note }, rows };
}

/** The retirements that a query selects, by day, and what each name in it was found to be. */
export async function selectRetirements(
  db: Db,
  query: RetirementQuery,
  now: Date,
): Promise<{ asked: AskedModel[]; retirements: Retirement[] }> {
  const [ends, listings, today] = [await believedEnds(db), await listingsByKey(db), utcDay(now)];
  const world = { today, ends, listings, labelOf: await labeller(db) };
  const { provider, host, models } = query;
  const isWanted = (row: RetirementRow): boolean =>
    (host === undefined || row.host === host) &&
    (provider === undefined || row.host === provider || makerOf(row, listings.get(retirementKey(row))) === companyOf(provider));
  if (models === undefined) {
    const rows = ends.rows.filter((row) => isSelected(row, query, today) && isWanted(row));
    return { asked: [], retirements: rows.map((row) => toRetirement(row, world)) };
  }
  const found = await Promise.all(models.map(async (name) => findAsked(db, name, ends, listings)));
  const rows = [...new Map(found.flatMap((one) => one.rows).map((row) => [retirementKey(row), row])).values()];
  const selected = rows.filter((row) => isWanted(row) && isSelected(row, { ...query, include: "past" }, today));
  return {
    asked: found.map(({ asked }) => asked),
    retirements: selected.toSorted(compareEnds).map((row) => toRetirement(row, world)),
  };
}
