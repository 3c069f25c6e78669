import { mixedPrice } from "./cheaper-models";
import { hasEnded } from "./model-life";
import { priceFrontier } from "./price-frontier";
import { estimatesOf, lastResortOf, type LastResort } from "./capability/estimated-scores";
import type { Capability } from "./capability/capabilities";
import { isKnown, ROUTING_TASKS, taskBlend, type RoutingTask } from "./routing/routing-blends";
import { commonVariant, comparableScore } from "./scores/common-variant";
import type { ScoredListing } from "./scores/scored-listings";

interface ScoredModel {
  id: string | null;
  model: string;
  provider: string;
  providerId: string;
  scores: Readonly<Record<string, number | undefined>>;
  details: Readonly<Record<string, { variant: string } | undefined>>;
}

interface AbleModel extends Omit<ScoredModel, "scores" | "details"> {
  ability: number;
  score_count: number;
  unranked_because: Capability["unranked"];
  estimates: Capability["estimates"];
}

interface Priced {
  id: string;
  inputPrice: number | null;
  outputPrice: number | null;
  status: string;
}

export const PRICE_KINDS = ["input", "output", "blended"] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

export interface MapModel {
  key: string;
  name: string;
  maker: string;
  makerId: string;
  /** The provider of the listing, and its id there. */
  providerId: string;
  id: string;
  /** USD per 1M tokens; 0 where it is given away. */
  price: number;
  /** 0 to 100; an ability has no such bounds. */
  score: number;
}

export interface LeftOut {
  reason: "unsold" | "retired" | "unpriced" | "other-variant" | "unmeasured";
  names: string[];
}

export interface ModelMap {
  plotted: MapModel[];
  frontier: MapModel[];
  leftOut: LeftOut[];
}

interface Axes {
  /** The ability, a task, whose score is the quality that routing computes, or one benchmark. */
  y: string;
  x: PriceKind;
  /** Share of input in the blended price, in per cent. */
  mix: number;
  /** Makers whose models are drawn; null is all. The common task set is chosen among all models. */
  makers: readonly string[] | null;
}

const REASONS = ["unsold", "retired", "unpriced", "other-variant", "unmeasured"] as const;

export const isTask = (y: string): y is RoutingTask => ROUTING_TASKS.some((task) => task === y);

function priceOf({ inputPrice: input, outputPrice: output }: Priced, { x, mix }: Pick<Axes, "x" | "mix">): number | null {
  if (x === "input") return input;
  if (x === "output") return output;
  return input === null || output === null ? null : mixedPrice(input, output, mix);
}

/** What the axis of quality can show besides benchmarks and tasks. */
export const ABILITY = "capability";
/** The name of the axis of abilities, with the model that fixes its scale. */
export const ABILITY_AXIS = "Ability, GPT-5 is 150";

type PlottedModel = ScoredModel & { able: AbleModel | null };

const keyOf = ({ providerId, id, model }: Pick<ScoredModel, "providerId" | "id" | "model">): string => `${providerId}/${id ?? model}`;

/** Joins the models of both lists. Many with an ability were measured on none of the benchmarks that have a column. */
function allModels(scored: readonly ScoredModel[], able: readonly AbleModel[]): PlottedModel[] {
  const ableByKey = new Map(able.map((model) => [keyOf(model), model]));
  const keys = new Set(scored.map(keyOf));
  const unscored = able.filter((model) => !keys.has(keyOf(model)));
  return [
    ...scored.map((model) => ({ ...model, able: ableByKey.get(keyOf(model)) ?? null })),
    ...unscored.map(({ id, model, provider, providerId, ...rest }) => {
      const own = { id, model, provider, providerId };
      return { ...own, scores: {}, details: {}, able: { ...own, ...rest } };
    }),
  ];
}

/** Routing's score of a task, scaled from 0–1 to 0–100. */
function taskScore(task: RoutingTask, { scores, able }: PlottedModel, lastResort: LastResort): number | null {
  if (able && able.unranked_because !== null) return null;
  const capability = able ? { unranked: null, scores: able.score_count, estimates: able.estimates } : undefined;
  const known = taskBlend(task, scores, estimatesOf(capability, lastResort));
  return isKnown(known) ? known.blend * 100 : null;
}

/** Prices against scores: models with both, those that no cheaper one beats, and why others are out. */
export function modelMap<Listing extends Priced>(
  { scored: measured, able }: { scored: readonly ScoredModel[]; able: readonly AbleModel[] },
  listingOf: (scored: ScoredModel) => ScoredListing<Listing> | undefined,
  axes: Axes,
): ModelMap {
  const { y } = axes;
  const isBenchmark = !isTask(y) && y !== ABILITY;
  const models = isBenchmark ? measured.map((model) => ({ ...model, able: null })) : allModels(measured, able);
  const lastResort = lastResortOf(measured.filter(({ id }) => id !== null).map(({ scores }) => scores));
  const common = isBenchmark ? commonVariant(measured, y) : undefined;
  const scoreOf = (model: PlottedModel): number | null => {
    if (isTask(y)) return taskScore(y, model, lastResort);
    if (y === ABILITY) return model.able?.unranked_because === null ? model.able.ability : null;
    return comparableScore(model, y, common);
  };
  const plotted: MapModel[] = [];
  const names: Record<LeftOut["reason"], string[]> = { unsold: [], retired: [], unpriced: [], "other-variant": [], unmeasured: [] };
  for (const scored of models.filter(({ providerId }) => axes.makers === null || axes.makers.includes(providerId))) {
    const found = listingOf(scored);
    const price = found ? priceOf(found.listing, axes) : null;
    const score = scoreOf(scored);
    const { model: name, provider: maker, providerId: makerId } = scored;
    if (found && hasEnded(found.listing.status)) names.retired.push(name);
    else if (found && price !== null && score !== null) {
      const [{ providerId }, { id }] = [found, found.listing];
      plotted.push({ key: `${providerId}/${id}`, name, maker, makerId, providerId, id, price, score });
    } else if (score === null) {
      names[isBenchmark && scored.scores[y] !== undefined ? "other-variant" : "unmeasured"].push(name);
    } else names[found ? "unpriced" : "unsold"].push(name);
  }
  const leftOut = REASONS.map((reason) => ({ reason, names: names[reason].toSorted((a, b) => a.localeCompare(b, "en")) }));
  return { plotted, frontier: priceFrontier(plotted), leftOut: leftOut.filter((group) => group.names.length > 0) };
}
