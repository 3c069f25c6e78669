import { addDays } from "@/lib/domain/basics/date-range";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { formatDay } from "@/lib/domain/pages/format";
import { capability } from "@/lib/endpoints/capability";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { models } from "@/lib/endpoints/models";
import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";
import { foldSnapshots, type Folded } from "@/lib/domain/models/fold-snapshots";
import { hasEnded } from "@/lib/domain/models/model-life";
import { spanOf, type Span } from "@/lib/domain/models/model-questions";
import { searchModels, sortModels, type ModelRow } from "@/lib/domain/models/model-table";
import { hrefWith } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import type { ValuesOf } from "@/lib/pages/define";
import { modelsPage } from "@/lib/pages/models";
import { requestsOf } from "@/lib/pages/requests";
import type { SnapshotData } from "@/lib/schemas/history/snapshot";
import { listingKey, modelRows } from "./rows";

export type ModelsValues = ValuesOf<typeof modelsPage>;
type Models = AnswerOf<typeof models>;

const PAGE_SIZE = 75;
const CHANGE_DAYS = 7;

/** Blended prices of seven days before the listed ones were read. A note stands where there are none. */
async function pricesBefore(list: Models, hosts: boolean): Promise<{ prices: ReadonlyMap<string, number>; note: string | null }> {
  const prices = new Map<string, number>();
  if (list.captured_at === null) return { prices, note: "No change is shown: the age of these prices is unknown." };
  const date = addDays(list.captured_at.slice(0, 10), -CHANGE_DAYS);
  const outcome = await blockAnswer(snapshotOn, hosts ? { include: "hosts" } : {}, { date, type: "pricing" });
  if (outcome.kind !== "answer") {
    const why = outcome.kind === "refused" ? "were not captured" : `could not be read (request ${outcome.requestId})`;
    return { prices, note: `No change is shown: prices of ${formatDay(date)} ${why}.` };
  }
  const { models: priced } = outcome.answer.data as SnapshotData["pricing"];
  for (const { provider, id, inputPrice, outputPrice } of priced) {
    prices.set(listingKey(provider, id), (inputPrice + outputPrice) / 2);
  }
  return { prices, note: null };
}

export interface ModelsList {
  answer: Models;
  captured_at: string | null;
  rows: readonly Folded<ModelRow>[];
  /** Models of all pages of the list, and the dated snapshots folded into them. */
  total: number;
  foldedCount: number;
  withScore: number;
  withCapability: number;
  /** From the least to the most able model of the list. */
  span: Span | null;
  page: number;
  pageSize: number;
  changeNote: string | null;
}

function rowsOf(answer: Models, { q, dated, score }: ModelsValues, beside: Parameters<typeof modelRows>[2] = {}): Folded<ModelRow>[] {
  const all = modelRows(answer, score, beside);
  // A model that is sold no more is shown to those who look for it by its name.
  const found = q === null ? all.filter(({ status }) => !hasEnded(status)) : searchModels(all, q);
  return dated ? found.map((row) => ({ ...row, folded: [] })) : foldSnapshots(found);
}

/** A page of the list: filtered by the endpoint, searched, folded and sorted here. */
export async function loadModels(values: ModelsValues): Promise<BlockOutcome<ModelsList>> {
  const outcome = await blockAnswer(models, requestsOf(modelsPage, values)[0].query);
  if (outcome.kind !== "answer") return outcome;
  const { answer, stamp } = outcome;
  const [{ prices, note }, abilities] = await Promise.all([pricesBefore(answer, values.provider !== null), blockAnswer(capability)]);
  const abilityOf = rankedAbilities(abilities.kind === "answer" ? abilities.answer.models : []);
  const all = sortModels(rowsOf(answer, values, { earlier: prices, abilityOf }), values.sort);
  const page = Math.min(values.page, Math.max(1, Math.ceil(all.length / PAGE_SIZE)));
  const list = {
    answer,
    captured_at: answer.captured_at,
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: all.length,
    foldedCount: all.reduce((sum, { folded }) => sum + folded.length, 0),
    withScore: all.filter(({ score }) => score !== null).length,
    withCapability: all.filter((row) => row.capability !== null).length,
    span: spanOf(all.map(({ interval }) => interval)),
    page,
    pageSize: PAGE_SIZE,
    changeNote: note,
  };
  return { kind: "answer", answer: list, stamp };
}

const FILTERS = {
  q: "words",
  provider: "maker",
  cap: "ability",
  max: "price limit",
  ctx: "context",
  input: "most input",
  open: "open weights",
} as const;

/** The one filter without which most models are left, for a list that is empty. */
export async function loosen(values: ModelsValues): Promise<{ href: string; label: string } | null> {
  const isSet = (key: keyof typeof FILTERS) => values[key] !== null && values[key] !== false;
  const keys = (Object.keys(FILTERS) as (keyof typeof FILTERS)[]).filter(isSet);
  if (keys.length < 2) return null;
  const counts = await Promise.all(
    keys.map(async (key) => {
      const without = { ...values, [key]: key === "open" ? false : null };
      const outcome = await blockAnswer(models, requestsOf(modelsPage, without)[0].query);
      return { key, count: outcome.kind === "answer" ? rowsOf(outcome.answer, without).length : 0 };
    }),
  );
  const [best] = counts.toSorted((a, b) => b.count - a.count);
  if (!best || best.count === 0) return null;
  return { href: hrefWith(modelsPage, values, { [best.key]: null }), label: `${best.count} without the ${FILTERS[best.key]}` };
}
