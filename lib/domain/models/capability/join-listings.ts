import { groupBy } from "../../basics/group-by";
import { normaliseModelKey } from "../resolve-model";

interface Scored {
  /** `maker/model`. */
  model: string;
  makerId: string;
  name: string;
  /** As sources write it. */
  names: readonly string[];
}

interface Listed {
  providerId: string;
  modelId: string;
  name: string;
  makerId: string | null;
}

/** What hosts add to the name of weights that are the same. */
const SAME_WEIGHTS = /-(?:instruct|it|hf|fp8|bf16)$/;

/** A release at the end of an id: `-0905`, `-05-06`, `-20250807`. */
const RELEASE = /-(?:\d{8}|\d{6}|\d{4}|\d{2}-\d{2})$/;

const formOf = normaliseModelKey;
const idOf = ({ providerId, modelId }: Listed): string => `${providerId}/${modelId}`;

/** Finds the one model that a name means among those of one maker; a name that several have means the one whose own it is. */
function finderOf(models: readonly Scored[]) {
  const own = groupBy(
    models.flatMap(({ model, name }) => [...new Set([formOf(model), formOf(name)])].map((form) => ({ form, model }))),
    ({ form }) => form,
  );
  const written = groupBy(
    models.flatMap(({ model, names }) => [...new Set(names.map(formOf))].map((form) => ({ form, model }))),
    ({ form }) => form,
  );
  return (form: string): string | null => {
    const [first, ...others] = own.get(form) ?? written.get(form) ?? [];
    return first && others.length === 0 ? first.model : null;
  };
}

/**
 * The listings of each scored model: its maker's, as they were attached at ingest, and those of hosts that name it, under any name
 * that a source of scores has for it. A date, a size or a stage more or less is another model, so such a listing has none.
 */
export function joinListings<Listing extends Listed>(
  models: readonly Scored[],
  listings: readonly Listing[],
  attached: ReadonlyMap<string, string>,
  companyOf: (id: string) => string,
): Map<string, Listing[]> {
  const finders = new Map([...groupBy(models, ({ makerId }) => companyOf(makerId))].map(([company, own]) => [company, finderOf(own)]));
  const known = new Set(models.map(({ model }) => model));
  const found = listings.flatMap((listing) => {
    const ofMaker = attached.get(idOf(listing));
    if (ofMaker !== undefined) return known.has(ofMaker) ? [{ model: ofMaker, listing }] : [];
    if (listing.makerId === null || companyOf(listing.providerId) === companyOf(listing.makerId)) return [];
    const find = finders.get(companyOf(listing.makerId));
    // A name without the release that the id has says less than the id.
    const forms = [listing.modelId, ...(RELEASE.test(formOf(listing.modelId)) ? [] : [listing.name])].map(formOf);
    const bare = forms.map((form) => (form.startsWith(`${listing.makerId}-`) ? form.slice(`${listing.makerId}-`.length) : form));
    const model =
      find && [...forms, ...[...bare, ...forms].map((form) => form.replace(SAME_WEIGHTS, ""))].map(find).find((key) => key !== null);
    return model ? [{ model, listing }] : [];
  });
  return new Map([...groupBy(found, ({ model }) => model)].map(([model, own]) => [model, own.map(({ listing }) => listing)]));
}
