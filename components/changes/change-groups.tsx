import type { ReactNode } from "react";
import { DataTable, type Column } from "@/components/ui/data-table";
import { PriceChange } from "@/components/ui/price-change";
import { groupBy } from "@/lib/domain/basics/group-by";
import { fillPath } from "@/lib/domain/pages/fill-path";
import { formatCount, priceOrNone } from "@/lib/domain/pages/format";

interface GroupProps {
  title: string;
  count: number;
  /** What is counted, where the title does not say it. */
  unit?: string;
  /** What is said where there is nothing. */
  none: string;
  children: ReactNode;
}

/** A part of what changed, under its heading; says so where there is nothing. */
export function Group({ title, count, unit, none, children }: GroupProps) {
  return (
    <section aria-label={title} className="mt-6 first:mt-0">
      <h3 className="mb-1 text-h3">
        {title}: {formatCount(count)}
        {unit && ` ${unit}`}
      </h3>
      {count === 0 ? <p className="text-fg-muted">{none}</p> : children}
    </section>
  );
}

const SHOWN_FIRST = 20;

/** The first rows, and the others folded under them. */
export function Folded<Row>({ rows, children }: { rows: readonly Row[]; children: (part: readonly Row[]) => ReactNode }) {
  const others = rows.slice(SHOWN_FIRST);
  return (
    <>
      {children(rows.slice(0, SHOWN_FIRST))}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4">
            {formatCount(others.length)} more
          </summary>
          {children(others)}
        </details>
      )}
    </>
  );
}

interface ModelNameProps {
  model: string;
  provider: string;
  /** `provider/id`; null where the answer names none. */
  modelId: string | null;
  /** Where the pages of models lie: `/models/[provider]/[...id]`. */
  path: string;
}

export function ModelName({ model, provider, modelId, path }: ModelNameProps) {
  const [, owner = "", id = ""] = /^([^/]+)\/(.+)$/.exec(modelId ?? "") ?? [];
  return (
    <>
      {id === "" ? (
        model
      ) : (
        <a href={fillPath(path, { provider: owner, id })} className="plain-link font-medium">
          {model}
        </a>
      )}
      <small>{provider}</small>
    </>
  );
}

const FIELDS: Readonly<Record<string, string>> = { inputPrice: "input", outputPrice: "output" };

export interface ChangedPrice {
  model: string;
  model_id: string;
  provider: string;
  field: string;
  from: number | null;
  to: number | null;
  delta_pct: number | null;
}

/** The prices of one model that changed. */
type ChangedModel = readonly [ChangedPrice, ...ChangedPrice[]];

const sizeOf = (changes: ChangedModel): number =>
  Math.max(...changes.map(({ delta_pct: percent }) => (percent === null ? -1 : Math.abs(percent))));

/** By model, those that moved most first. The blended price is made of the two others, and no change of its own. */
export function changedModels(changes: readonly ChangedPrice[]): readonly ChangedModel[] {
  const published = changes.filter(({ field }) => field !== "blended");
  return [...groupBy(published, ({ model_id: id }) => id).values()]
    .flatMap(([first, ...others]): ChangedModel[] => (first ? [[first, ...others]] : []))
    .toSorted((a, b) => sizeOf(b) - sizeOf(a));
}

const PRICE_COLUMNS = (path: string): readonly Column<ChangedPrice>[] => [
  { label: "Model", cell: (change) => <ModelName {...change} modelId={change.model_id} path={path} /> },
  {
    label: "USD per 1M tokens",
    cell: ({ from, to, field }) => (
      <>
        {priceOrNone(from)} to {priceOrNone(to)}
        <small>{FIELDS[field] ?? field}</small>
      </>
    ),
  },
  { label: "Change", cell: ({ from, to, delta_pct: percent }) => <PriceChange from={from} to={to} percent={percent} /> },
];

export const PriceChanges = ({ models, path }: { models: readonly ChangedModel[]; path: string }) => (
  <Folded rows={models}>
    {(shown) => {
      const spans = new Map(shown.map((changes) => [changes[0], changes.length]));
      return (
        <DataTable
          caption="Table of price changes"
          columns={PRICE_COLUMNS(path)}
          rows={shown.flat()}
          keyOf={({ model_id: id, field }) => `${id} ${field}`}
          spanOf={(change) => spans.get(change) ?? 0}
          isBoxed
          className="max-w-3xl"
        />
      );
    }}
  </Folded>
);

interface ListedModel {
  model: string;
  model_id: string | null;
  provider: string;
  /** What it costs or scores, in words. */
  figures: string | null;
}

/** Models that came or went. */
export function ModelList({ models, path }: { models: readonly ListedModel[]; path: string }) {
  return (
    <Folded rows={models}>
      {(shown) => (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-x-6 gap-y-2 wrap-anywhere [&_a]:inline-block [&_a]:min-h-6 [&_small]:block [&_small]:text-small [&_small]:text-fg-muted">
          {shown.map(({ model, model_id: modelId, provider, figures }) => (
            <li key={modelId ?? `${provider} ${model}`}>
              <ModelName model={model} provider={figures === null ? provider : `${provider}, ${figures}`} modelId={modelId} path={path} />
            </li>
          ))}
        </ul>
      )}
    </Folded>
  );
}

export const pricesText = (input: number | null, output: number | null): string =>
  input === null && output === null ? "price not published" : `${priceOrNone(input)} in, ${priceOrNone(output)} out`;
