import type { ModelMatch } from "../model-name";
import { normaliseModelKey } from "../resolve-model";
import type { ScoreCarrier } from "./attach-scores";
import type { ScoreIdentity } from "./merge-scores";
import { snapshotOf, undatedForm } from "./model-versions";

interface Names {
  resolve(name: string): ModelMatch<ScoreCarrier>;
  /** Former ids. */
  aliases: readonly { alias: string }[];
  companyOf(makerId: string): string;
}

const idForm = ({ modelId }: ScoreCarrier): string => normaliseModelKey(modelId);

/** Finds the listing of the very version that a score table names. What callers may leave out, a date or a stage, tells versions apart. */
export function scoreIdentity(listings: readonly ScoreCarrier[], { resolve, aliases, companyOf }: Names): ScoreIdentity {
  const former = new Set(aliases.map(({ alias }) => normaliseModelKey(alias)));

  function isOnlySnapshot(name: string, makerId: string): boolean {
    const form = normaliseModelKey(name);
    const undated = undatedForm(form);
    const line = listings.filter(
      (listing) =>
        listing.makerId !== null && companyOf(listing.makerId) === companyOf(makerId) && undatedForm(idForm(listing)) === undated,
    );
    const snapshots = line.filter((listing) => idForm(listing) !== undated);
    const model = line.find((listing) => idForm(listing) === undated);
    if (snapshots.some((listing) => idForm(listing) !== form)) return false;
    return snapshots.length === 0 || !model || snapshotOf(model, listings) !== null;
  }

  function isSameVersion(name: string, listing: ScoreCarrier, makerId: string): boolean {
    const form = normaliseModelKey(name);
    const forms = [idForm(listing), normaliseModelKey(listing.name)];
    return (
      forms.some((own) => own === form || form.endsWith(`-${own}`)) ||
      former.has(form) ||
      (undatedForm(form) === idForm(listing) && isOnlySnapshot(name, makerId))
    );
  }

  return {
    isOnlySnapshot,
    listingOf(name, makerId) {
      const { model } = resolve(name);
      if (!model?.makerId || (makerId !== null && companyOf(model.makerId) !== companyOf(makerId))) return null;
      if (!isSameVersion(name, model, model.makerId)) return null;
      return { makerId: companyOf(model.makerId), modelId: model.modelId, name: model.name };
    },
  };
}
