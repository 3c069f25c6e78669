import type { Db } from "@/db/client";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { listedPrices } from "@/lib/domain/models/bill/choose-row";
import type { BilledModel, UnknownModel } from "@/lib/domain/models/bill/bill";
import { modelLabel } from "@/lib/domain/models/model-label";
import { nameAtHost } from "@/lib/domain/models/model-name";
import type { UsageLine } from "@/lib/domain/models/usage/usage-line";
import { listingBooks } from "../history/listing-book";
import { closestModels } from "./closest-models";
import { matchEver } from "./find-model";

/** Names that are not known get suggestions so often; each compares thousands of names. */
const MOST_SUGGESTED = 10;

const nameOf = ({ provider, model }: UsageLine): string => nameAtHost(model, provider?.toLowerCase());

async function billedModel(db: Db, name: string): Promise<BilledModel | UnknownModel> {
  const found = await matchEver(db, name);
  if ("isAmbiguous" in found) {
    return { reason: found.isAmbiguous ? "ambiguous_model" : "model_not_found", candidates: found.candidates };
  }
  const { providerId, modelId, name: title, modelIds, notes } = found;
  return {
    key: `${providerId}/${modelId}`,
    name: modelLabel(title),
    provider: providerName(providerId),
    notes,
    books: (await listingBooks(db, { providerId, modelIds })).map(listedPrices),
  };
}

/** The listing of every line, with its rows of the price book. */
export async function billedModels(db: Db, lines: readonly UsageLine[]): Promise<(line: UsageLine) => BilledModel | UnknownModel> {
  const names = [...new Set(lines.map(nameOf))];
  const found = new Map(await Promise.all(names.map(async (name) => [name, await billedModel(db, name)] as const)));
  const unknown = [...found].filter(([, model]) => "reason" in model && model.candidates.length === 0).slice(0, MOST_SUGGESTED);
  for (const [name] of unknown) found.set(name, { reason: "model_not_found", candidates: await closestModels(db, name) });
  return (line) => found.get(nameOf(line)) as BilledModel | UnknownModel;
}
