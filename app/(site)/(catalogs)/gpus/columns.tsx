import { DataTable, type Column } from "@/components/ui/data-table";
import { PriceRange, PriceRangeAxis } from "@/components/charts/price-range";
import { Sparkline } from "@/components/charts/sparkline";
import { IntentLink } from "@/components/ui/intent-link";
import { NearTime } from "@/components/ui/near-time";
import { gpuProviders } from "@/lib/catalogs/gpu-pricing";
import type { BoardPrice, BoardRow } from "@/lib/domain/gpu/gpu-board";
import { priceKindWords } from "@/lib/domain/gpu/price-kinds";
import { priceChange } from "@/lib/domain/models/model-table";
import { formatChange, formatDay, formatGpuPrice } from "@/lib/domain/pages/format";
import type { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { hrefWith } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import type { ValuesOf } from "@/lib/pages/define";
import { gpusPage } from "@/lib/pages/gpus";

export type Board = AnswerOf<typeof gpuPricing>["snapshot"];

const names = new Map<string, string>(gpuProviders.map(({ id, name }) => [id, name]));

export const providerNamed = (id: string): string => names.get(id) ?? id;

/** A day's cheapest live price on demand; null for a day without one. */
export type Course = readonly (number | null)[];

function LivePrice({ price }: { price: BoardPrice | null }) {
  if (price === null) return "–";
  return (
    <>
      {formatGpuPrice(price.usd)}
      <small>
        <a href={price.sourceUrl} rel="noopener noreferrer nofollow">
          {providerNamed(price.provider)}
        </a>
        {price.seenAt !== null && (
          <>
            , <NearTime at={price.seenAt} />
          </>
        )}
      </small>
    </>
  );
}

/** From the first to the last day with a price, in per cent. */
function changeOf(course: Course): number | null {
  const known = course.filter((usd) => usd !== null);
  const [first, last] = [known[0], known.at(-1)];
  return known.length < 2 || first === undefined || last === undefined ? null : priceChange(first, last);
}

function CourseCell({ course }: { course: Course }) {
  const change = changeOf(course);
  if (change === null) return "–";
  return (
    <>
      <Sparkline values={course} />
      <small>{formatChange(change)}</small>
    </>
  );
}

interface Shown {
  board: readonly BoardRow[];
  courseOf: (gpu: string) => Course;
  values: ValuesOf<typeof gpusPage>;
}

const gpuLink = (values: Shown["values"], gpu: string) => hrefWith(gpusPage, values, { gpu: gpu as (typeof values)["gpu"] });

/** What can be rented now: the cheapest offer first, how old it is, and how it came to that price. */
export function boardColumns({ board, courseOf, values }: Shown): Column<BoardRow>[] {
  const prices = board.flatMap(({ range, spot }) => [range?.lowest, range?.highest, spot?.usd]).filter((usd) => usd !== undefined);
  const domain = [Math.min(...prices), Math.max(...prices)] as const;
  return [
    {
      name: "name",
      label: "GPU",
      value: ({ gpu }) => gpu,
      cell: ({ gpu }) => <IntentLink href={gpuLink(values, gpu)}>{gpu}</IntentLink>,
    },
    {
      name: "live",
      label: "Cheapest now",
      value: ({ live }) => live?.usd ?? null,
      cell: ({ live }) => <LivePrice price={live} />,
    },
    {
      name: "change",
      label: "Last 30 days",
      value: ({ gpu }) => changeOf(courseOf(gpu)),
      cell: ({ gpu }) => <CourseCell course={courseOf(gpu)} />,
    },
    {
      name: "spot",
      label: "Spot, may be interrupted",
      value: ({ spot }) => spot?.usd ?? null,
      cell: ({ spot }) => <LivePrice price={spot} />,
    },
    {
      name: "range",
      label: "Lowest, median, highest",
      beside: <PriceRangeAxis domain={domain} />,
      cell: ({ range, spot }) =>
        range === null ? (
          "–"
        ) : (
          <>
            <PriceRange {...range} spot={spot?.usd ?? null} domain={domain} />
            <small>
              {formatGpuPrice(range.lowest)}, {formatGpuPrice(range.median)}, {formatGpuPrice(range.highest)}
            </small>
          </>
        ),
    },
    {
      name: "offers",
      label: "Offers",
      first: "desc",
      value: ({ offers }) => offers,
      cell: ({ offers, providers }) => (
        <>
          {offers}
          <small>
            of {providers} {providers === 1 ? "provider" : "providers"}
          </small>
        </>
      ),
    },
    {
      name: "vram",
      label: "Memory",
      first: "desc",
      value: ({ vram }) => vram,
      cell: ({ vram }) => (vram === null ? "unknown" : `${vram} GB`),
    },
  ];
}

type Priced = BoardRow & { list: BoardPrice };

const listColumns = (values: Shown["values"]): Column<Priced>[] => [
  { label: "GPU", cell: ({ gpu }) => <IntentLink href={gpuLink(values, gpu)}>{gpu}</IntentLink> },
  {
    label: "Cheapest list price",
    unit: "$ per GPU and hour",
    cell: ({ list }) => (
      <>
        {formatGpuPrice(list.usd)}
        <small>
          <a href={list.sourceUrl} rel="noopener noreferrer nofollow">
            {providerNamed(list.provider)}
          </a>
        </small>
      </>
    ),
  },
  { label: "Read by people on", cell: ({ list }) => (list.seenAt === null ? "undated" : formatDay(list.seenAt)) },
  { label: "Kind", isText: true, cell: ({ list }) => priceKindWords(list.kind) },
];

/** What people read from price lists, perhaps months ago: apart from what is live. */
export function ListPrices({ board, values }: Pick<Shown, "board" | "values">) {
  const priced = board.flatMap((row) => (row.list === null ? [] : [{ ...row, list: row.list }]));
  if (priced.length === 0) return null;
  return (
    <section aria-labelledby="list-prices" className="card mt-4 p-4">
      <h2 id="list-prices" className="text-h2">
        On price lists, read by people
      </h2>
      <p className="mt-1 mb-3 text-small text-fg-muted">
        These prices are as old as the day beside them, and are not among the prices above.
      </p>
      <DataTable
        caption="Table of list prices"
        columns={listColumns(values)}
        rows={priced.toSorted((a, b) => a.list.usd - b.list.usd)}
        keyOf={({ gpu }) => gpu}
        hasCards
        className="listing"
      />
    </section>
  );
}
