import { compareText } from "../basics/text";
import { compareVersions, type Fit } from "./fit-parts";
import type { ModelName } from "./model-name";

const isActive = ({ entry }: Fit<ModelName>): boolean => !entry.deprecationDate && entry.status !== "deprecated";

const compareReleases = (left: Fit<ModelName>, right: Fit<ModelName>): number =>
  compareVersions(right.version, left.version) ||
  compareText(right.entry.released ?? "", left.entry.released ?? "") ||
  left.extras - right.extras ||
  compareText(left.entry.modelId, right.entry.modelId);

const familyOf = ({ familyWords }: Fit<ModelName>): string => familyWords.join(" ");

/** The fits whose words all others have too: `gpt-3.5-turbo` beside `gpt-3.5-turbo-16k`. Empty where no such core is shared. */
export function sharedCore<Entry extends ModelName>(fits: readonly Fit<Entry>[]): Fit<Entry>[] {
  const [shortest] = fits.toSorted((a, b) => a.familyWords.length - b.familyWords.length);
  if (!shortest) return [];
  const isShared = fits.every((fit) => shortest.familyWords.every((word) => fit.familyWords.includes(word)));
  return isShared ? fits.filter((fit) => familyOf(fit) === familyOf(shortest)) : [];
}

/**
 * The model that a family's bare name means. It is the newest active release, unless a variant is
 * newer still or the family has retired.
 */
export function newestRelease<Entry extends ModelName>(fits: readonly Fit<Entry>[]): Fit<Entry> | null {
  const unsized = fits.filter((fit) => !fit.isUnsized);
  const active = unsized.filter(isActive);
  const [newest, ...older] = sharedCore(active).toSorted(compareReleases);
  // Models of two makers that are called the same are no family.
  if (newest === undefined || older.some(({ entry }) => entry.providerId !== newest.entry.providerId)) return null;
  const isOvertaken = active.some((fit) => compareVersions(fit.version, newest.version) > 0);
  const isOfVariant = unsized.some((fit) => fit.familyWords.length < newest.familyWords.length);
  return isOvertaken || isOfVariant ? null : newest;
}

/** The newest release of each family, newest first: what is offered where a name fits several families. */
export function newestOfEach<Entry extends ModelName>(fits: readonly Fit<Entry>[]): Fit<Entry>[] {
  const families = new Map<string, Fit<Entry>>();
  for (const fit of fits.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)) || compareReleases(a, b))) {
    const family = `${familyOf(fit)}\n${fit.isUnsized ? fit.entry.modelId : ""}`;
    if (!families.has(family)) families.set(family, fit);
  }
  return [...families.values()];
}
