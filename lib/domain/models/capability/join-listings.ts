import { groupBy } from "../../basics/group-by";
import { normaliseModelKey } from "../resolve-model";

interface Scored {
  /** `maker/model`. */
  model: string;
  makerId: string;
  name: string;
  /** The spellings of the sources. */
  names: readonly string[];
}

interface Listed {
  providerId: string;
  modelId: string;
  name: string;
  makerId: string | null;
}

/** Additions of hosts to the name of unchanged weights. The last is the revision of a cloud's package. */
const SAME_WEIGHTS = /-(?:hf|fp8|bf16|maas|v\d+-\d+)$/;
/** A release in an id: `-0905`, `-05-06`, `-20250807`. */
const RELEASES = /-(?:\d{8}|\d{6}|\d{4}|\d{2}-\d{2})(?=-|$)/g;

const formOf = normaliseModelKey;
const idOf = ({ providerId, modelId }: Listed): string => `${providerId}/${modelId}`;
const lineOf = (form: string): string => form.replace(RELEASES, "");

const byForm = (models: readonly Scored[], formsOf: (model: Scored) => readonly string[]) =>
  groupBy(
    models.flatMap((model) => [...new Set(formsOf(model))].map((form) => ({ form, key: model.model }))),
    ({ form }) => form,
  );

/** Finds the one model of a maker that a name means. A name that several have means the model whose own name it is. */
function finderOf(models: readonly Scored[]) {
  const [ids, names, written] = [
    byForm(models, ({ model }) => [formOf(model)]),
    byForm(models, ({ name }) => [formOf(name)]),
    byForm(models, (model) => model.names.map(formOf)),
  ];
  const lines = byForm(models, ({ model }) => [lineOf(formOf(model))]);
  return (form: string): string | null => {
    const [own] = ids.get(form) ?? [];
    if (own) return own.key;
    const [first, ...others] = names.get(form) ?? written.get(form) ?? [];
    if (!first || others.length > 0) return null;
    // A name without a release says nothing where several releases of the model were measured.
    const isRelease = lineOf(formOf(first.key)) !== formOf(first.key) && lineOf(form) === form;
    return isRelease && (lines.get(lineOf(formOf(first.key)))?.length ?? 0) > 1 ? null : first.key;
  };
}

/**
 * The names of a listing, the most trusted first. They are its id, also without the host's or the
 * maker's name, then its name. Last come all without what hosts add: Bedrock's `deepseek.v3-v1:0` is
 * called DeepSeek-V3.1.
 */
function formsOf({ providerId, makerId, modelId, name }: Listed): string[] {
  const [id, called] = [formOf(modelId), formOf(name)];
  const bare = [providerId, makerId ?? ""].flatMap((prefix) => (id.startsWith(`${prefix}-`) ? [id.slice(prefix.length + 1)] : []));
  // A name that leaves out the release that the id has says less than the id.
  const says = (id.match(RELEASES) ?? []).every((release) => called.includes(release));
  const forms = [id, ...bare, ...(says ? [called] : [])];
  return [...forms, ...forms.map((form) => form.replace(SAME_WEIGHTS, ""))];
}

/**
 * The listings of each scored model. The maker's were attached at ingest; hosts' are found under any
 * name of a score source. A date, a size or a stage more or less is another model, so such a listing
 * has none.
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
    const model =
      find &&
      formsOf(listing)
        .map(find)
        .find((key) => key !== null);
    return model ? [{ model, listing }] : [];
  });
  return new Map([...groupBy(found, ({ model }) => model)].map(([model, own]) => [model, own.map(({ listing }) => listing)]));
}
