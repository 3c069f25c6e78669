import { groupBy } from "../basics/group-by";
import { believeStatements } from "./retirements/believe-statements";
import { announcedDay, listingEnd, type ListingEnd } from "./retirements/listing-end";
import type { Statement } from "./retirements/retirement";
import { datesOf, isDatedId, lineOf, snapshotOf, type VersionedListing } from "./scores/model-versions";

interface Ending extends VersionedListing {
  deprecationDate: string | null;
  retirement: ListingEnd | null;
}

/** The day that a price list says, as a statement beside those of the host's own pages. */
export const listedEnd = (source: string, host: string, model: string, retiresOn: string | null): Statement => ({
  source,
  standing: "list",
  host,
  model,
  state: "deprecated",
  announcedOn: null,
  retiresOn,
  precision: retiresOn === null ? "none_announced" : "exact",
  after: null,
  reroutedTo: null,
  replacement: null,
  options: [],
  page: null,
});

/** Listings with what their host's own page says, of which price lists often say nothing. */
export const withAnnouncedEnds = <Listing extends Ending>(
  listings: readonly Listing[],
  announcedEnd: (host: string, model: string) => Statement | null,
): Listing[] =>
  listings.map((listing) => {
    const { providerId, modelId, deprecationDate } = listing;
    const announced = announcedEnd(providerId, modelId);
    const listed = deprecationDate === null ? null : listedEnd("list", providerId, modelId, deprecationDate);
    const believed = believeStatements([announced, listed].flatMap((one) => one ?? []));
    const retirement = believed && listingEnd(believed);
    return { ...listing, retirement, deprecationDate: retirement && announcedDay(retirement) };
  });

type End = Pick<Ending, "deprecationDate" | "retirement">;

const endOf = ({ deprecationDate, retirement }: Ending): End => ({ deprecationDate, retirement });

/** Gives an end to all spellings of a dated id. `claude-4-opus-20250514` ends with `claude-opus-4-20250514`. */
function withEndOfSpellings<Listing extends Ending>(snapshots: readonly Listing[]): Listing[] {
  const ofDay = groupBy(snapshots, (listing) => String(datesOf(listing)));
  return [...ofDay.values()].flatMap((spellings) => {
    const end = spellings.find(({ retirement }) => retirement !== null);
    return spellings.map((listing) => (listing.retirement === null && end ? { ...listing, ...endOf(end) } : listing));
  });
}

const oneOfEachDay = <Listing extends Ending>(snapshots: readonly Listing[]): Listing[] => [
  ...new Map(snapshots.map((listing) => [String(datesOf(listing)), listing])).values(),
];

function endsOfProvider<Listing extends Ending>(listings: readonly Listing[]): Listing[] {
  if (listings.every(({ retirement }) => retirement === null)) return [...listings];
  const byLine = groupBy(
    listings.filter(({ modelId }) => isDatedId(modelId)),
    ({ modelId }) => lineOf(modelId),
  );
  const snapshots = new Map([...byLine].map(([line, dated]) => [line, withEndOfSpellings(dated)]));
  const snapshotOfListing = (listing: Listing): Listing | null => {
    const lines = new Set([lineOf(listing.modelId), lineOf(listing.name)]);
    return snapshotOf(listing, oneOfEachDay([...lines].flatMap((line) => snapshots.get(line) ?? [])));
  };
  const undated = listings.filter(({ modelId }) => !isDatedId(modelId));
  return [
    ...[...snapshots.values()].flat(),
    ...undated.map((listing) => {
      const snapshot = listing.retirement === null ? snapshotOfListing(listing) : null;
      return snapshot ? { ...listing, ...endOf(snapshot) } : listing;
    }),
  ];
}

/**
 * Adds each listing's end, of which its own source may say nothing. An undated id ends with the
 * snapshot that it stands for, and every spelling of a dated one on the same day. Null where no source
 * says anything.
 */
export const withEnds = <Listing extends Ending>(listings: readonly Listing[]): Listing[] =>
  [...groupBy(listings, ({ providerId }) => providerId).values()].flatMap(endsOfProvider);
