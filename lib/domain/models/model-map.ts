import { mixedPrice } from "./cheaper-models";
import { hasEnded } from "./model-life";
import { priceFrontier } from "./price-frontier";
import { isMeasured, lowScoresOf, ROUTING_TASKS, taskQuality, type LowScores, type RoutingTask } from "./routing/routing-blends";
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
  /** Who lists it, and under which id. */
  providerId: string;
  id: string;
  /** USD per 1M tokens; 0 where it is given away. */
  price: number;
  /** 0 to 100. */
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
  /** A task, whose score is the quality that routing computes, or one benchmark. */
  y: string;
  x: PriceKind;
  /** Share of input in the blended price, in per cent. */
  mix: number;
  /** Only models of these makers; of all where it is null. Which task set is the common one is a question to all of them. */
  makers: readonly string[] | null;
}

const REASONS = ["unsold", "retired", "unpriced", "other-variant", "unmeasured"] as const;

export const isTask = (y: string): y is RoutingTask => ROUTING_TASKS.some((task) => task === y);

function priceOf({ inputPrice: input, outputPrice: output }: Priced, { x, mix }: Pick<Axes, "x" | "mix">): number | null {
  if (x === "input") return input;
  if (x === "output") return output;
  return input === null || output === null ? null : mixedPrice(input, output, mix);
}

/** The same number from 0 to 100 that routing has from 0 to 1. */
function taskScore(task: RoutingTask, { scores }: ScoredModel, lowScores: LowScores): number | null {
  const measured = taskQuality(task, scores, lowScores);
  return isMeasured(measured) ? measured.quality * 100 : null;
}

/** Prices against scores: the models of which both are known, those that nothing cheaper beats, and why the others are left out. */
export function modelMap<Listing extends Priced>(
  models: readonly ScoredModel[],
  listingOf: (scored: ScoredModel) => ScoredListing<Listing> | undefined,
  axes: Axes,
): ModelMap {
  const { y } = axes;
  const lowScores = lowScoresOf(models.filter(({ id }) => id !== null).map(({ scores }) => scores));
  const common = isTask(y) ? undefined : commonVariant(models, y);
  const plotted: MapModel[] = [];
  const names: Record<LeftOut["reason"], string[]> = { unsold: [], retired: [], unpriced: [], "other-variant": [], unmeasured: [] };
  for (const scored of models.filter(({ providerId }) => axes.makers === null || axes.makers.includes(providerId))) {
    const found = listingOf(scored);
    const price = found ? priceOf(found.listing, axes) : null;
    const score = isTask(y) ? taskScore(y, scored, lowScores) : comparableScore(scored, y, common);
    const { model: name, provider: maker, providerId: makerId } = scored;
    if (found && hasEnded(found.listing.status)) names.retired.push(name);
    else if (found && price !== null && score !== null) {
      const [{ providerId }, { id }] = [found, found.listing];
      plotted.push({ key: `${providerId}/${id}`, name, maker, makerId, providerId, id, price, score });
    } else if (score === null) {
      names[!isTask(y) && scored.scores[y] !== undefined ? "other-variant" : "unmeasured"].push(name);
    } else names[found ? "unpriced" : "unsold"].push(name);
  }
  const leftOut = REASONS.map((reason) => ({ reason, names: names[reason].toSorted((a, b) => a.localeCompare(b, "en")) }));
  return { plotted, frontier: priceFrontier(plotted), leftOut: leftOut.filter((group) => group.names.length > 0) };
}
