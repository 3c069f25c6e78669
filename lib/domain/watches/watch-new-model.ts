import { normaliseModelKey } from "../models/resolve-model";

/** A maker's own listing. */
export interface MakersModel {
  makerId: string;
  providerId: string;
  modelId: string;
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
  contextWindow: number | null;
  released: string | null;
}

interface NewModel {
  model: string;
  model_id: string;
  provider: string;
  input_price: number | null;
  output_price: number | null;
  context_window: number | null;
  released: string | null;
}

export interface NewModelMatch {
  type: "new_model";
  /** Id of the maker. */
  provider: string;
  models: NewModel[];
  /** Further ones beyond the list. */
  omitted: number;
}

const MAX_LISTED = 20;

/** Names of models by which a maker's listings are told apart, wherever it sells them. */
export const modelNamesOf = (models: readonly Pick<MakersModel, "modelId">[]): string[] =>
  [...new Set(models.map(({ modelId }) => normaliseModelKey(modelId)))].toSorted();

const toNewModel = ({ providerId, modelId, name, ...model }: MakersModel): NewModel => ({
  model: name,
  model_id: `${providerId}/${modelId}`,
  provider: providerId,
  input_price: model.inputPrice,
  output_price: model.outputPrice,
  context_window: model.contextWindow,
  released: model.released,
});

/**
 * Tells of a maker's models that the watch has not seen, all in one fire. `formerIds` are ids that a listing had before: a model
 * under another id is no new one. What was listed once stays seen.
 */
export function evaluateNewModels(
  provider: string,
  seen: readonly string[],
  listed: readonly MakersModel[],
  formerIds: ReadonlyMap<string, readonly string[]>,
): { seen: string[]; match: NewModelMatch | null } {
  const known = new Set(seen);
  const fresh = new Map<string, MakersModel>();
  for (const model of listed) {
    const name = normaliseModelKey(model.modelId);
    const former = formerIds.get(`${model.providerId}/${model.modelId.toLowerCase()}`) ?? [];
    const isKnown = known.has(name) || former.some((id) => known.has(normaliseModelKey(id)));
    if (!isKnown && !fresh.has(name)) fresh.set(name, model);
  }
  const models = [...fresh.values()].map(toNewModel);
  return {
    seen: [...new Set([...seen, ...modelNamesOf(listed)])].toSorted(),
    match:
      models.length === 0
        ? null
        : { type: "new_model", provider, models: models.slice(0, MAX_LISTED), omitted: Math.max(0, models.length - MAX_LISTED) },
  };
}
