import type { Db } from "@/db/client";
import { listFirstDays } from "@/db/queries/history/course-spans";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { companyOf, findProvider } from "@/lib/catalogs/providers";
import { dateOfDay, dayNumber, utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { compareText } from "@/lib/domain/basics/text";
import { endDayOf, firstDayOf, lastStepOf, type PriceCourse, type PriceStep } from "@/lib/domain/history/courses/price-course";
import { modelLabel } from "@/lib/domain/models/model-label";
import { hasEnded, isOffered, lifeOf } from "@/lib/domain/models/model-life";
import { listingKey, type ModelListing, type ReadingSource } from "@/lib/domain/models/model-listing";
import { makerByName } from "@/lib/domain/models/model-maker";
import { sameModels, type MadeListing } from "@/lib/domain/models/names/same-model";
import { stateOn } from "@/lib/domain/models/retirements/retirement";
import { undatedId } from "@/lib/domain/models/scores/model-versions";
import type { ArchivedModel, SourceGap } from "@/lib/schemas/history/archived-model";
import { oncePerDay } from "../freshness/once-per-version";
import { allListings, labeller, listingsByKey, shownNames } from "../models/all-listings";
import { believedEnds } from "../models/listed-retirements";
import { priceSourceStates, type PriceSourceStates } from "../models/model-entries";
import { priceCourses } from "./price-courses";

const MOST_STILL_SOLD = 5;

export interface Archived {
  providerId: string;
  isMakers: boolean;
  entry: ArchivedModel;
}

/** What stands in the archive of a day. Everybody shares it: never change it. */
interface Archive {
  /** Models that went last come first. */
  models: readonly Archived[];
  gaps: readonly SourceGap[];
}

type Ends = Awaited<ReturnType<typeof believedEnds>>;
type Listings = ReadonlyMap<string, ModelListing>;

interface World {
  today: string;
  days: readonly number[];
  ends: Ends;
  listings: Listings;
  nameOf: Awaited<ReturnType<typeof shownNames>>;
  labelOf: Awaited<ReturnType<typeof labeller>>;
}

/** A listing that is sold no more, from its course or from a list that still names it. */
interface Ended extends MadeListing {
  name: string;
  isMakers: boolean;
  firstDay: number | null;
  lastDay: number | null;
  lastPrice: PriceStep | null;
  source: string | null;
  why: ArchivedModel["why"];
  /** The end that its host announced, YYYY-MM-DD or less of it. */
  endsOn: string | null;
}

const makerOf = (providerId: string, modelId: string): string | null =>
  makerByName(modelId) ?? (findProvider(providerId)?.kind === "lab" ? companyOf(providerId) : null);

/** The end that the listing's host announced, where that has passed. */
function pastEndOf(course: PriceCourse, { ends, today }: World): { retiresOn: string | null } | null {
  const end = ends.byKey.get(listingKey(course));
  return end !== undefined && stateOn(end, today) === "retired" ? end : null;
}

function ofCourse(course: PriceCourse, world: World): Ended {
  const { providerId, modelId, isMakersListing, steps } = course;
  const listing = world.listings.get(listingKey(course));
  const end = pastEndOf(course, world);
  return {
    providerId,
    modelId,
    name: world.nameOf(course),
    makerId: listing?.makerId ?? makerOf(providerId, modelId),
    isMakers: isMakersListing,
    firstDay: firstDayOf(course),
    lastDay: endDayOf(course),
    lastPrice: steps.findLast(({ price }) => price.input !== null && price.output !== null) ?? null,
    source: lastStepOf(course).source,
    why: end ? "retired" : listing?.unlisted ? "unlisted" : "not_listed",
    endsOn: end?.retiresOn ?? null,
  };
}

/** A list that has a listing again, since the last capture, tells of no end. */
const isGone = (course: PriceCourse, { listings }: World): boolean => {
  const listing = listings.get(listingKey(course));
  return listing === undefined || listing.unlisted !== null;
};

/** Retired models that price lists still name, as the newest capture has them. */
async function retiredListings(db: Db, { today, days, listings }: World): Promise<Ended[]> {
  const retired = [...listings.values()].filter((listing) => listing.unlisted === null && hasEnded(lifeOf(listing, today)));
  const firstDays = await listFirstDays(db, retired);
  const last = days.at(-1) ?? null;
  return retired.map((listing) => {
    const { providerId, modelId, name, makerId, inputPrice, outputPrice, priceSource } = listing;
    const firstDay = firstDays.get(listingKey(listing)) ?? null;
    const lastDay = firstDay === null ? null : last;
    const price = { input: inputPrice, output: outputPrice };
    const hasPrice = inputPrice !== null && outputPrice !== null && lastDay !== null;
    const lastPrice = hasPrice ? { price, source: priceSource, firstDay: lastDay, lastDay } : null;
    const endsOn = listing.deprecationDate ?? listing.retirement?.retiresOn ?? null;
    const isMakers = listing.isMakersListing;
    return { providerId, modelId, name, makerId, isMakers, firstDay, lastDay, lastPrice, source: priceSource, why: "retired", endsOn };
  });
}

/** What the host names instead, or else the maker where it has the same id. */
function successorOf({ providerId, modelId, makerId }: Ended, { ends, listings, labelOf }: World): ArchivedModel["successor"] {
  const key = `${providerId}/${modelId.toLowerCase()}`;
  const makers = (ends.byModel.get(modelId.toLowerCase()) ?? []).filter(
    ({ host }) => makerId !== null && companyOf(host) === companyOf(makerId),
  );
  for (const end of [ends.byKey.get(key) ?? [], makers].flat()) {
    const names = end.replacement === null ? end.options : [end.replacement];
    if (names.length === 0 && end.reroutedTo === null) continue;
    const models = names.map((name) => {
      const listing = listings.get(listingKey({ providerId: end.host, modelId: name }));
      return listing ? `${listing.providerId}/${listing.modelId}` : name;
    });
    const labels = names.map((name) => labelOf(end.host, name).label);
    return { models, labels, named_by: end.host, rerouted_to: end.reroutedTo, source_url: end.page };
  }
  return null;
}

/** The announced end, or else the first captured day without it. A month or year alone begins on its first day. */
function goneSince({ endsOn, lastDay }: Ended, { days }: World): string | null {
  if (endsOn !== null) return `${endsOn}-01-01`.slice(0, "YYYY-MM-DD".length);
  const next = lastDay === null ? undefined : days.find((captured) => captured > lastDay);
  return next === undefined ? null : dateOfDay(next);
}

function toArchived(ended: Ended, sold: readonly ModelListing[], world: World): Archived {
  const { providerId, modelId, name, makerId, isMakers, firstDay, lastDay, lastPrice, source, why } = ended;
  const entry: ArchivedModel = {
    model: modelLabel(name),
    model_id: `${providerId}/${modelId}`,
    also: [],
    provider: providerName(providerId),
    maker: makerId,
    why,
    gone_since: goneSince(ended, world),
    first_seen: firstDay === null ? null : dateOfDay(firstDay),
    was_first_seen_at_start: firstDay !== null && firstDay === world.days[0],
    last_seen: lastDay === null ? null : dateOfDay(lastDay),
    last_price: lastPrice?.price ?? null,
    last_price_on: lastPrice ? dateOfDay(lastPrice.lastDay ?? world.days.at(-1) ?? dayNumber(world.today)) : null,
    source,
    successor: successorOf(ended, world),
    still_sold_at: sold.slice(0, MOST_STILL_SOLD).map((listing) => `${listing.providerId}/${listing.modelId}`),
  };
  return { providerId, isMakers, entry };
}

/** Listings of the same model that are still sold, by the ended one; makers' own first. */
function stillSold(ended: readonly Ended[], offered: readonly ModelListing[]): (one: Ended) => ModelListing[] {
  const models = sameModels<Ended | ModelListing>([...ended, ...offered], companyOf);
  const isListing = (one: Ended | ModelListing): one is ModelListing => "priceReadings" in one;
  const order = (a: ModelListing, b: ModelListing): number =>
    Number(b.isMakersListing) - Number(a.isMakersListing) || compareText(listingKey(a), listingKey(b));
  return (one) => (models.get(one) ?? []).filter(isListing).toSorted(order);
}

const newestFirst = (left: Archived, right: Archived): number =>
  compareText(right.entry.gone_since ?? "", left.entry.gone_since ?? "") ||
  Number(right.isMakers) - Number(left.isMakers) ||
  compareText(left.entry.model_id, right.entry.model_id);

/** An alias and its dated snapshots that ended together are one model that ended, as people count them. */
function foldSnapshotEnds(models: readonly Archived[]): Archived[] {
  const ended = ({ entry }: Archived): string =>
    `${undatedId(entry.model_id)} ${entry.gone_since} ${entry.why} ${entry.successor?.models.join()}`;
  return [...groupBy(models, ended).values()].map((group) => {
    const [first, ...others] = group.toSorted((a, b) => a.entry.model_id.length - b.entry.model_id.length) as [Archived, ...Archived[]];
    return { ...first, entry: { ...first.entry, also: others.map(({ entry }) => entry.model_id).toSorted(compareText) } };
  });
}

/** Listings whose list was not read since they were last seen: nobody has looked. */
const isUnread = (course: PriceCourse, states: PriceSourceStates): boolean => {
  const state = states.get((lastStepOf(course).source ?? "") as ReadingSource);
  return state !== undefined && (state.lastReadAt === null || dayNumber(utcDay(state.lastReadAt)) <= (endDayOf(course) ?? 0));
};

function gapsOf(
  unread: readonly PriceCourse[],
  lost: Awaited<ReturnType<typeof priceCourses>>["lost"],
  states: PriceSourceStates,
): SourceGap[] {
  const faultOf = (source: string | null): string | null => states.get((source ?? "") as ReadingSource)?.lastFault ?? null;
  const groups = [...groupBy(unread, (course) => `${course.providerId} ${lastStepOf(course).source} ${endDayOf(course)}`).values()];
  return [
    ...groups.map((courses) => ({ courses, why: "source_not_read" as const })),
    ...lost.map(({ courses }) => ({ courses, why: "seller_missing" as const })),
  ]
    .map(({ courses, why }) => {
      const { providerId } = courses[0] as PriceCourse;
      const { source, lastDay } = lastStepOf(courses[0] as PriceCourse);
      return { provider: providerId, source, why, last_seen: dateOfDay(lastDay ?? 0), listings: courses.length, fault: faultOf(source) };
    })
    .toSorted((a, b) => compareText(b.last_seen, a.last_seen) || compareText(a.provider, b.provider));
}

export const readArchive = oncePerDay(["history", "models", "retirements"], async (db: Db, today: string): Promise<Archive> => {
  const { days, gone: ended, lost } = await priceCourses(db);
  const states = await priceSourceStates(db);
  const [ends, listings, nameOf] = [await believedEnds(db), await listingsByKey(db), await shownNames(db)];
  const world: World = { today, days, ends, listings, nameOf, labelOf: await labeller(db) };
  // What its host has retired is gone, whatever lists were read.
  const isDoubtful = (course: PriceCourse): boolean => isGone(course, world) && pastEndOf(course, world) === null;
  const unread = ended.filter((course) => isDoubtful(course) && isUnread(course, states));
  const missing = lost.map((section) => ({ ...section, courses: section.courses.filter(isDoubtful) }));
  const unknown = new Set([...unread, ...missing.flatMap(({ courses }) => courses)]);
  const gone = [...ended, ...lost.flatMap(({ courses }) => courses)].filter((course) => isGone(course, world) && !unknown.has(course));
  const all = [...gone.map((course) => ofCourse(course, world)), ...(await retiredListings(db, world))];
  const soldOf = stillSold(
    all,
    (await allListings(db)).filter((listing) => isOffered(listing, today)),
  );
  return {
    models: foldSnapshotEnds(all.map((one) => toArchived(one, soldOf(one), world))).toSorted(newestFirst),
    gaps: gapsOf(
      unread,
      missing.filter(({ courses }) => courses.length > 0),
      states,
    ),
  };
});

interface ArchiveFilter {
  provider?: string | undefined;
  why?: ArchivedModel["why"] | undefined;
  /** Whether listings count that are not the makers' own. */
  hasHosts: boolean;
}

export const archivedModels = (models: readonly Archived[], { provider, why, hasHosts }: ArchiveFilter): Archived[] =>
  models.filter(
    ({ providerId, isMakers, entry }) =>
      (provider === undefined ? hasHosts || isMakers : providerId === provider) && (why === undefined || entry.why === why),
  );
