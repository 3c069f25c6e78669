import { aliasKeys, keyOf, type ListedModel } from "../../models/pair-models";
import type { ModelAlias } from "../../models/resolve-model";
import type { PricePair } from "../changes/change-event";

/** A listing between two changes of any of its facts. Days are day numbers; without a last one it is still listed. */
export interface CourseSpan extends ListedModel {
  name: string;
  isMakersListing: boolean;
  inputPrice: number | null;
  outputPrice: number | null;
  priceSource: string | null;
  firstDay: number;
  lastDay: number | null;
}

/** A price with the captured days on which it stood, both included. */
export interface PriceStep {
  price: PricePair;
  /** Key of the list that the price is from. */
  source: string | null;
  firstDay: number;
  lastDay: number | null;
}

export interface PriceCourse {
  providerId: string;
  modelId: string;
  name: string;
  isMakersListing: boolean;
  /** The oldest first; neighbours differ in price, or the listing was away in between. */
  steps: readonly [PriceStep, ...PriceStep[]];
}

export const isSamePrice = (one: PricePair, other: PricePair): boolean => one.input === other.input && one.output === other.output;

type Steps = [PriceStep, ...PriceStep[]];

/** A step that goes on as the one before it is a part of that. Its source is the newer one's. */
export function joinSteps([first, ...rest]: Readonly<Steps>): Steps {
  const joined: Steps = [first];
  for (const step of rest) {
    const last = joined.at(-1) ?? first;
    const goesOn = last.lastDay === step.firstDay - 1 && isSamePrice(last.price, step.price);
    if (goesOn) joined[joined.length - 1] = { ...last, source: step.source, lastDay: step.lastDay };
    else joined.push(step);
  }
  return joined;
}

const stepOf = ({ inputPrice, outputPrice, priceSource, firstDay, lastDay }: CourseSpan): PriceStep => ({
  price: { input: inputPrice, output: outputPrice },
  source: priceSource,
  firstDay,
  lastDay,
});

/** The course of one listing from its spans, the oldest first; its names are the newest. */
export function courseOf(spans: readonly [CourseSpan, ...CourseSpan[]]): PriceCourse {
  const [first, ...rest] = spans;
  const { providerId, modelId, name, isMakersListing } = rest.at(-1) ?? first;
  return { providerId, modelId, name, isMakersListing, steps: joinSteps([stepOf(first), ...rest.map(stepOf)]) };
}

export const firstDayOf = ({ steps: [first] }: PriceCourse): number => first.firstDay;
export const lastStepOf = ({ steps }: PriceCourse): PriceStep => steps.at(-1) ?? steps[0];

/** The day on which the listing was last seen; null while it is listed. */
export const endDayOf = (course: PriceCourse): number | null => lastStepOf(course).lastDay;

/**
 * Courses by `keyOf`, where a listing whose id was changed has one course, under its new id. The old
 * id ended before the new one began.
 */
export function joinRenamed(courses: readonly PriceCourse[], aliases: readonly ModelAlias[]): Map<string, PriceCourse> {
  const byKey = new Map(courses.map((course) => [keyOf(course), course]));
  /** A new id may have been changed again. */
  const renamed = new Map<string, string>();
  const newestKey = (key: string): string => {
    const next = renamed.get(key);
    return next === undefined ? key : newestKey(next);
  };
  for (const { former, present } of aliases.map(aliasKeys)) {
    const key = newestKey(present);
    const [old, next] = [byKey.get(former), byKey.get(key)];
    const endedOn = old ? endDayOf(old) : null;
    if (!old || !next || old === next || endedOn === null || endedOn >= firstDayOf(next)) continue;
    byKey.set(key, { ...next, steps: joinSteps([...old.steps, ...next.steps]) });
    byKey.delete(former);
    renamed.set(former, key);
  }
  return byKey;
}

/** Whether its price changed after a day. */
export const hasMovedAfter = ({ steps }: PriceCourse, day: number): boolean =>
  steps.some((step, place) => {
    const before = steps[place - 1];
    return before !== undefined && step.firstDay > day && !isSamePrice(before.price, step.price);
  });
