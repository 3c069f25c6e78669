import type { Db } from "@/db/client";
import { listKnownStates, listPricesOf } from "@/db/queries/watches/watch-evaluations";
import { listAbilitiesOf, listMakersModels } from "@/db/queries/watches/model-watches";
import { listAnnouncedEnds } from "@/db/queries/watches/announced-ends";
import { findServices } from "@/lib/catalogs/find-services";
import { closestProviders, closestServices, isServiceName } from "@/lib/catalogs/name-params";
import { resolveProvider } from "@/lib/catalogs/providers";
import { utcDay } from "@/lib/domain/basics/date-range";
import { listingKey } from "@/lib/domain/models/model-listing";
import { firstDigestAt } from "@/lib/domain/watches/watch-digest";
import { matchNotes } from "@/lib/domain/models/match-notes";
import { watchedPrice } from "@/lib/domain/watches/watch-price";
import { endsOfSubjects, retirementsAtBeginning, type SeenRetirements } from "@/lib/domain/watches/watch-retirement";
import { evaluateAbilities, type SeenAbilities } from "@/lib/domain/watches/watch-ability";
import { modelNamesOf } from "@/lib/domain/watches/watch-new-model";
import type {
  CapabilityWatchSpec,
  NewModelWatchSpec,
  PriceWatchSpec,
  RetirementWatchSpec,
  StatusWatchSpec,
  WatchSpec,
} from "@/lib/domain/watches/watch-spec";
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
  lastRetirements: SeenRetirements | null;
  lastAbilities: SeenAbilities | null;
  lastListed: string[] | null;
  warnings: string[];
}

const NOTHING: WatchSubject = {
  subjects: [],
  lastValue: null,
  lastStates: {},
  digestDueAt: null,
  lastRetirements: null,
  lastAbilities: null,
  lastListed: null,
  warnings: [],
};

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

/** A model of a watch that also follows an id which nobody lists yet. */
async function followedModel(db: Db, key: string): Promise<{ subject: string | null; warnings: string[] }> {
  const match = await matchListed(db, key);
  const { model, candidates } = match;
  if (!model && candidates.length > 0) {
    throw new ApiError("ambiguous_model", `"${key}" fits several models; give one as provider/id.`, { candidates });
  }
  const warnings = matchNotes(key, match).map((note) => `${note} The watch stays with it.`);
  if (model) return { subject: listingKey(model), warnings };
  const like = perhapsMeant(await closestModels(db, key));
  // An id that nobody lists yet is followed as it stands; a mere name cannot be.
  if (key.includes("/")) return { subject: key.toLowerCase(), warnings: [`No model is called "${key}" at present.${like}`] };
  return { subject: null, warnings: [`No model is called "${key}" at present; the watch does not follow it.${like}`] };
}

async function followedEnds(db: Db, spec: RetirementWatchSpec, now: Date): Promise<WatchSubject> {
  await ensureFreshVersions(db);
  if ("provider" in spec) {
    const { provider } = resolveProvider(spec.provider);
    const warnings = provider ? [] : [`No provider is called "${spec.provider}".${perhapsMeant(closestProviders(spec.provider))}`];
    return withEndsAtBeginning(db, spec, now, { ...NOTHING, subjects: provider ? [provider.id] : [], warnings });
  }
  return withEndsAtBeginning(db, spec, now, { ...NOTHING, ...(await followedModels(db, spec)) });
}

async function followedModels(
  db: Db,
  spec: { model: string } | { models: string[] },
): Promise<Pick<WatchSubject, "subjects" | "warnings">> {
  const found = await Promise.all(("models" in spec ? spec.models : [spec.model]).map(async (key) => followedModel(db, key)));
  const subjects = [...new Set(found.flatMap(({ subject }) => subject ?? []))];
  return { subjects, warnings: found.flatMap(({ warnings }) => warnings) };
}

async function followedAbilities(db: Db, spec: CapabilityWatchSpec): Promise<WatchSubject> {
  await ensureFreshVersions(db);
  const followed = await followedModels(db, spec);
  const { seen } = evaluateAbilities({}, await listAbilitiesOf(db, followed.subjects));
  return { ...NOTHING, ...followed, lastAbilities: seen };
}

async function followedMaker(db: Db, { provider: name }: NewModelWatchSpec): Promise<WatchSubject> {
  await ensureFreshVersions(db);
  const { provider } = resolveProvider(name);
  const maker = provider?.id ?? name.toLowerCase();
  const listed = await listMakersModels(db, [maker]);
  const like = perhapsMeant(provider === null ? closestProviders(name) : []);
  const warnings =
    listed.length === 0
      ? [`No model made by "${name}" is listed at present; the first one of a maker with the id ${maker} fires.${like}`]
      : [];
  return { ...NOTHING, subjects: [maker], lastListed: modelNamesOf(listed), warnings };
}

async function withEndsAtBeginning(db: Db, spec: RetirementWatchSpec, now: Date, subject: WatchSubject): Promise<WatchSubject> {
  const ends = endsOfSubjects(await listAnnouncedEnds(db), subject.subjects);
  return { ...subject, lastRetirements: retirementsAtBeginning(spec.days_before, ends, utcDay(now)) };
}

/** Accepts unknown models and providers, since they may appear later; refuses an ambiguous model. */
export async function watchSubject(db: Db, spec: WatchSpec, now: Date): Promise<WatchSubject> {
  if (spec.type === "price") return pricedModel(db, spec);
  if (spec.type === "status") return followedServices(db, spec);
  if (spec.type === "retirement") return followedEnds(db, spec, now);
  if (spec.type === "capability") return followedAbilities(db, spec);
  if (spec.type === "new_model") return followedMaker(db, spec);
  return { ...NOTHING, digestDueAt: firstDigestAt(now) };
}
