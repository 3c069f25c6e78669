import { groupBy } from "../basics/group-by";
import { lastDayOf } from "./model-life";
import { datesOf, isDatedId, lineOf, snapshotOf, type VersionedListing } from "./scores/model-versions";

interface Ending extends VersionedListing {
  deprecationDate: string | null;
}

/** Of a price list's day and the host's, the later: a host that moves an announced day moves it away, and a list may know of that first. */
function laterEnd(listed: string | null, announced: string | null): string | null {
  if (listed === null || announced === null) return listed ?? announced;
  return lastDayOf(listed) > announced ? listed : announced;
}

/** Listings with the day that their host's own page says, of which price lists often say nothing. */
export const withAnnouncedEnds = <Listing extends Ending>(
  listings: readonly Listing[],
  announcedEnd: (host: string, model: string) => string | null,
): Listing[] =>
  listings.map((listing) => ({
    ...listing,
    deprecationDate: laterEnd(listing.deprecationDate, announcedEnd(listing.providerId, listing.modelId)),
  }));

/** The day that a source says of any spelling of a dated id: `claude-4-opus-20250514` ends with `claude-opus-4-20250514`. */
function withEndOfSpellings<Listing extends Ending>(snapshots: readonly Listing[]): Listing[] {
  const ofDay = groupBy(snapshots, (listing) => String(datesOf(listing)));
  return [...ofDay.values()].flatMap((spellings) => {
    const end = spellings.find(({ deprecationDate }) => deprecationDate !== null)?.deprecationDate ?? null;
    return spellings.map((listing) => ({ ...listing, deprecationDate: listing.deprecationDate ?? end }));
  });
}

const oneOfEachDay = <Listing extends Ending>(snapshots: readonly Listing[]): Listing[] => [
  ...new Map(snapshots.map((listing) => [String(datesOf(listing)), listing])).values(),
];

function endsOfProvider<Listing extends Ending>(listings: readonly Listing[]): Listing[] {
  if (listings.every(({ deprecationDate }) => deprecationDate === null)) return [...listings];
  const byLine = groupBy(
    listings.filter(({ modelId }) => isDatedId(modelId)),
    ({ modelId }) => lineOf(modelId),
  );
  const snapshots = new Map([...byLine].map(([line, dated]) => [line, withEndOfSpellings(dated)]));
  const endOfSnapshot = (listing: Listing): string | null => {
    const lines = new Set([lineOf(listing.modelId), lineOf(listing.name)]);
    return snapshotOf(listing, oneOfEachDay([...lines].flatMap((line) => snapshots.get(line) ?? [])))?.deprecationDate ?? null;
  };
  const undated = listings.filter(({ modelId }) => !isDatedId(modelId));
  return [
    ...[...snapshots.values()].flat(),
    ...undated.map((listing) => ({ ...listing, deprecationDate: listing.deprecationDate ?? endOfSnapshot(listing) })),
  ];
}

/**
 * Listings with the day on which each ends, of which its own source may say nothing: an undated id ends with the snapshot that it
 * stands for, and every spelling of a dated one on the same day. Null where no source says a day.
 */
export const withEnds = <Listing extends Ending>(listings: readonly Listing[]): Listing[] =>
  [...groupBy(listings, ({ providerId }) => providerId).values()].flatMap(endsOfProvider);
