import type { Db } from "@/db/client";
import { listKnownStates, listPricesOf } from "@/db/queries/watches/watch-evaluations";
import { findServices } from "@/lib/catalogs/find-services";
import { closestServices, isServiceName } from "@/lib/catalogs/name-params";
import { firstDigestAt } from "@/lib/domain/watches/watch-digest";
import { matchNotes } from "@/lib/domain/models/match-notes";
import { watchedPrice } from "@/lib/domain/watches/watch-price";
import type { PriceWatchSpec, StatusWatchSpec, WatchSpec } from "@/lib/domain/watches/watch-spec";
import type { SeenStates } from "@/lib/domain/watches/watch-status";
import { ApiError } from "@/lib/errors";
import { closestModels, perhapsMeant } from "../models/closest-models";
import { isAmbiguous, matchListed } from "../models/find-model";
import { ensureFreshVersions } from "../freshness/dataset-versions";

/** What a new watch observes, with its current state: only later changes fire. */
export interface WatchSubject {
  subjects: string[];
  lastValue: number | null;
  lastStates: SeenStates;
  digestDueAt: Date | null;
  warnings: string[];
}

const NOTHING: WatchSubject = { subjects: [], lastValue: null, lastStates: {}, digestDueAt: null, warnings: [] };

async function pricedModel(db: Db, { model: key, field }: PriceWatchSpec): Promise<WatchSubject> {
  await ensureFreshVersions(db);
  const match = await matchListed(db, key);
  const { model, candidates } = match;
  if (isAmbiguous(match)) {
    throw new ApiError("ambiguous_model", `"${key}" fits several models; give one as provider/id.`, { candidates });
  }
  if (!model) {
    const like = perhapsMeant(await closestModels(db, key));
    return { ...NOTHING, warnings: [`No model is called "${key}" at present; the watch begins when one is.${like}`] };
  }
  const subject = `${model.providerId}/${model.modelId.toLowerCase()}`;
  const seen = (await listPricesOf(db, [subject])).get(subject);
  const lastValue = seen ? watchedPrice(field, seen) : null;
  const warnings = matchNotes(key, match).map((note) => `${note} The watch stays with it.`);
  if (lastValue === null) warnings.push(`No price of "${key}" is published at present; the watch begins when one is.`);
  return { ...NOTHING, subjects: [subject], lastValue, warnings };
}

async function followedServices(db: Db, { provider }: StatusWatchSpec): Promise<WatchSubject> {
  const subjects = findServices(provider).pages.map((page) => page.id);
  const lastStates = Object.fromEntries(await listKnownStates(db, subjects));
  const like = perhapsMeant(isServiceName(provider) ? [] : closestServices(provider));
  const warnings =
    subjects.length === 0 ? [`No status page of "${provider}" is followed at present; the watch begins when one is.${like}`] : [];
  return { ...NOTHING, subjects, lastStates, warnings };
}

/** Accepts unknown models and providers, since they may appear later; refuses an ambiguous model. */
export async function watchSubject(db: Db, spec: WatchSpec, now: Date): Promise<WatchSubject> {
  if (spec.type === "price") return pricedModel(db, spec);
  if (spec.type === "status") return followedServices(db, spec);
  return { ...NOTHING, digestDueAt: firstDigestAt(now) };
}
