import type { Column } from "@/components/ui/data-table";
import { PriceRange, PriceRangeAxis } from "@/components/charts/price-range";
import { IntentLink } from "@/components/ui/intent-link";
import { gpuProviders } from "@/lib/catalogs/gpu-pricing";
import type { BoardPrice, BoardRow } from "@/lib/domain/gpu/gpu-board";
import { priceKindWords } from "@/lib/domain/gpu/price-kinds";
import { formatDay, formatGpuHour } from "@/lib/domain/pages/format";
import type { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { hrefWith } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import type { ValuesOf } from "@/lib/pages/define";
import { gpusPage } from "@/lib/pages/gpus";

export type Board = AnswerOf<typeof gpuPricing>["snapshot"];

const names = new Map<string, string>(gpuProviders.map(({ id, name }) => [id, name]));

export const providerNamed = (id: string): string => names.get(id) ?? id;

function PriceCell({ price }: { price: BoardPrice | null }) {
  if (price === null) return "–";
  return (
    <>
      {formatGpuHour(price.usd)}
      <small>
        <a href={price.sourceUrl} rel="noopener noreferrer nofollow">
          {providerNamed(price.provider)}
        </a>
      </small>
    </>
  );
}

function DatedPrice({ price }: { price: BoardPrice | null }) {
  return (
    <>
      <PriceCell price={price} />
      {price && (
        <small>
          {priceKindWords(price.kind)}
          {price.seenAt !== null && `, ${formatDay(price.seenAt)}`}
        </small>
      )}
    </>
  );
}

export function boardColumns(board: readonly BoardRow[], values: ValuesOf<typeof gpusPage>): Column<BoardRow>[] {
  const prices = board.flatMap(({ range, spot }) => [range?.lowest, range?.highest, spot?.usd]).filter((usd) => usd !== undefined);
  const domain = [Math.min(...prices), Math.max(...prices)] as const;
  return [
    {
      name: "name",
      label: "GPU",
      value: ({ gpu }) => gpu,
      cell: ({ gpu }) => <IntentLink href={hrefWith(gpusPage, values, { gpu: gpu as (typeof values)["gpu"] })}>{gpu}</IntentLink>,
    },
    {
      name: "vram",
      label: "Memory",
      first: "desc",
      value: ({ vram }) => vram,
      cell: ({ vram }) => (vram === null ? "unknown" : `${vram} GB`),
    },
    { name: "live", label: "Live, on demand", value: ({ live }) => live?.usd ?? null, cell: ({ live }) => <PriceCell price={live} /> },
    { name: "list", label: "Listed, on demand", value: ({ list }) => list?.usd ?? null, cell: ({ list }) => <DatedPrice price={list} /> },
    { name: "spot", label: "Spot", value: ({ spot }) => spot?.usd ?? null, cell: ({ spot }) => <PriceCell price={spot} /> },
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
              {formatGpuHour(range.lowest)}, {formatGpuHour(range.median)}, {formatGpuHour(range.highest)}
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
  ];
}
