import { TableBox } from "@/components/ui/table-box";
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

export function CheapestGpus({ offers }: { offers: readonly CheapestOffer[] }) {
  return (
    <TableBox label="Table of GPU prices">
      <table className="rows w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">GPU</th>
            <th scope="col">Provider</th>
            <th scope="col">USD per hour</th>
          </tr>
        </thead>
        <tbody>
          {offers.map((offer) => (
            <tr key={offer.gpu}>
              <th scope="row">
                <b>{offer.gpu}</b>
                <small>{offer.vramGb} GB</small>
              </th>
              <td>
                <a href={offer.sourceUrl} rel="noopener noreferrer nofollow">
                  {offer.provider}
                </a>
                <small>{kindOf(offer)}</small>
              </td>
              <td className={`price ${offer.usdPerHour < 1 ? "" : "price-3"}`}>{formatGpuHour(offer.usdPerHour)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
