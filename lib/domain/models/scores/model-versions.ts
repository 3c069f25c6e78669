import { DAY_MS } from "../../basics/time";
import { isMovingId, modelParts } from "../model-parts";
import type { ModelName } from "../model-name";
import { normaliseModelKey, withoutDate } from "../resolve-model";

export interface VersionedListing extends ModelName {
  inputPrice?: number | null;
  outputPrice?: number | null;
}

const LATEST = "latest";
/** Days between a release and its snapshot's id. Sources write the announcement's day, ids the snapshot's. */
const MOST_DAYS_APART = 60;

/** Year and month, as Mistral dates its releases: `2512`. */
const YEAR_AND_MONTH = /-2[3-9](?:0[1-9]|1[0-2])(?=-|$)/;

/** Month and day, as xAI and OpenAI have dated snapshots: `grok-4-0709`. */
const MONTH_AND_DAY = /-((?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?=-|$)/;

/** The dates of an id. The release gives the year of a month and day, if it was in that month. */
export function datesOf({ modelId, released }: ModelName): readonly string[] {
  const { dates } = modelParts(modelId);
  const day = MONTH_AND_DAY.exec(modelId)?.[1];
  if (dates.length > 0 || day === undefined) return dates;
  return released?.slice(5, 7) === day.slice(0, 2) ? [`${released.slice(0, 4)}${day}`] : [day];
}

export const isDatedId = (id: string): boolean => modelParts(id).dates.length > 0 || MONTH_AND_DAY.test(id);

/** The id without its date or moving word: `gpt-4o-2024-05-13` and `gpt-4o` give the same. */
export const undatedId = (id: string): string =>
  withoutDate(id.toLowerCase())
    .replace(MONTH_AND_DAY, "")
    .replace(YEAR_AND_MONTH, "")
    .replace(/-latest$/, "");

const isDated = ({ modelId }: ModelName): boolean => isDatedId(modelId);
export const isMoving = ({ modelId }: ModelName): boolean => isMovingId(modelId);

/** What all snapshots of a model have in common. */
export function lineOf(name: string): string {
  const { words, version, sizes } = modelParts(name.replace(MONTH_AND_DAY, ""));
  return [words.filter((word) => word !== LATEST).join(" "), version, sizes.join(" ")].join("/");
}

const isDay = (date: string | null | undefined): date is string => date?.length === 10;
const isMonth = (date: string | null | undefined): date is string => date?.length === 7;

const isFullDate = (listing: ModelName): boolean => datesOf(listing)[0]?.length === 8;

function isSameOffer(alias: VersionedListing, snapshot: VersionedListing): boolean {
  const isSamePrice = alias.inputPrice === snapshot.inputPrice && alias.outputPrice === snapshot.outputPrice;
  // A source may write the model's release at every snapshot of it: then the day in the id decides.
  const isSameDay = isDay(alias.released) && alias.released === snapshot.released;
  return isSamePrice && isSameDay && (!isFullDate(snapshot) || isOfRelease(alias, snapshot));
}

/** Whether a snapshot is from about the release day, or from its month where only that is known. */
function isOfRelease(alias: ModelName, snapshot: ModelName): boolean {
  const [date = ""] = datesOf(snapshot);
  if (isMonth(alias.released)) return date.startsWith(alias.released.replace("-", "")) && date.length === 8;
  if (!isDay(alias.released) || !isFullDate(snapshot)) return false;
  const day = Date.parse(`${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}T00:00:00Z`);
  return Math.abs(day - Date.parse(`${alias.released}T00:00:00Z`)) <= MOST_DAYS_APART * DAY_MS;
}

/**
 * The dated listing that an undated id stands for. It is the one with its release day and price, or
 * the only one. A moving id, `mistral-large-latest`, may stand for another than its only snapshot.
 */
export function snapshotOf<Listing extends VersionedListing>(alias: Listing, listings: readonly Listing[]): Listing | null {
  if (isDated(alias)) return null;
  const lines = new Set([lineOf(alias.modelId), lineOf(alias.name)]);
  const snapshots = listings.filter(
    (listing) => listing.providerId === alias.providerId && isDated(listing) && lines.has(lineOf(listing.modelId)),
  );
  const alike = snapshots.filter((snapshot) => isSameOffer(alias, snapshot));
  const [only] = alike;
  if (only && alike.length === 1) return only;
  const [single, ...others] = snapshots;
  return single && others.length === 0 && !isMoving(alias) && isOfRelease(alias, single) ? single : null;
}

/**
 * Words that score tables leave out of names. Hosts sell only the instructed version of weights, and a
 * preview may be all there is.
 */
const STAGE = /-(?:preview|exp|it|instruct|hf)$/;
const FULL_DATE = /[-@]20\d{2}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])$/;

/** The id without date and stage: which of several versions is meant is not said by it. */
export const plainForm = (id: string): string => normaliseModelKey(id).replace(FULL_DATE, "").replace(STAGE, "").replace(FULL_DATE, "");

/** The id without its date; with its stage and `-latest`, which tell other versions. */
export const undatedForm = (form: string): string => form.replace(FULL_DATE, "");
