import type { ModelName } from "../model-name";
import { normaliseModelKey, withoutDate } from "../resolve-model";

export interface ScoreCarrier extends ModelName {
  makerId: string | null;
}

export interface Attachment {
  providerId: string;
  modelId: string;
  benchmarkKey: string;
}

interface ScoredModelName {
  key: string;
  name: string;
  makerId: string;
}

/** Score tables leave stages and tunings out of the name. */
const withoutStage = (form: string): string => withoutDate(form).replace(/-(?:preview|exp|instruct|chat|it)(?:-\d{2}-?\d{2,4})?$/, "");

/** A listing gets the scores of its own version, else those of the undated model: both ids mean the same model. */
export function attachScores(
  listings: readonly ScoreCarrier[],
  models: readonly ScoredModelName[],
  companyOf: (id: string) => string,
): Attachment[] {
  const byForm = new Map<string, string>();
  const remember = (form: string, key: string): void => void (byForm.has(form) || byForm.set(form, key));
  for (const model of models) {
    const company = companyOf(model.makerId);
    for (const name of [model.key, model.name]) remember(`${company}/${normaliseModelKey(name)}`, model.key);
  }
  for (const model of models) {
    const company = companyOf(model.makerId);
    for (const name of [model.key, model.name]) remember(`${company}/${withoutDate(normaliseModelKey(name))}`, model.key);
  }
  return listings.flatMap((listing) => {
    if (!listing.isMakersListing || listing.makerId === null) return [];
    const company = companyOf(listing.makerId);
    const forms = [normaliseModelKey(listing.modelId), normaliseModelKey(listing.name)];
    const key = [...forms, ...forms.map(withoutDate), ...forms.map(withoutStage)].flatMap(
      (form) => byForm.get(`${company}/${form}`) ?? [],
    )[0];
    return key ? [{ providerId: listing.providerId, modelId: listing.modelId, benchmarkKey: key }] : [];
  });
}
