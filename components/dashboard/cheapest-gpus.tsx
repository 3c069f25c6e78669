import { DataTable, type Column } from "@/components/ui/data-table";
import { priceKindWords } from "@/lib/domain/gpu/price-kinds";
import { formatDay, formatGpuHour } from "@/lib/domain/pages/format";

export interface CheapestOffer {
  gpu: string;
  vramGb: number;
  provider: string;
  usdPerHour: number;
  priceKind: string;
  /** Read by this service; otherwise by people, for a release. */
  isLive: boolean;
  /** When the price was read at its source. */
  seenAt: string | null;
  sourceUrl: string;
}

/** `live, 23 Nov 2026`, `live average, 23 Nov 2026`, `list price of 19 Aug 2026`, `undated list price`. */
function kindOf({ priceKind, isLive, seenAt }: CheapestOffer): string {
  const words = priceKindWords(priceKind);
  if (!isLive) return seenAt === null ? words : `${words} of ${formatDay(seenAt)}`;
  return `live${priceKind === "list" ? "" : ` ${words}`}, ${seenAt === null ? "undated" : formatDay(seenAt)}`;
}

const COLUMNS: readonly Column<CheapestOffer>[] = [
  {
    label: "GPU",
    cell: ({ gpu, vramGb }) => (
      <>
        <b>{gpu}</b>
        <small>{vramGb} GB</small>
      </>
    ),
  },
  {
    label: "Provider",
    cell: (offer) => (
      <>
        <a href={offer.sourceUrl} rel="noopener noreferrer nofollow">
          {offer.provider}
        </a>
        <small>{kindOf(offer)}</small>
      </>
    ),
  },
  {
    label: "USD per hour",
    cell: ({ usdPerHour }) => formatGpuHour(usdPerHour),
    look: ({ usdPerHour }) => (usdPerHour < 1 ? undefined : "price-3"),
  },
];

export const CheapestGpus = ({ offers }: { offers: readonly CheapestOffer[] }) => (
  <DataTable caption="Table of GPU prices" columns={COLUMNS} rows={offers} keyOf={({ gpu }) => gpu} isHeadHidden isBoxed />
);
