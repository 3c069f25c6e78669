import { TableBox } from "@/components/ui/table-box";
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

/** `live, 23 Nov 2026`, `live average, 23 Nov 2026`, `list price of 19 Aug 2026`. */
function kindOf({ priceKind, isLive, seenAt }: CheapestOffer): string {
  const kind = priceKind === "list" ? "" : ` ${priceKind}`;
  const day = seenAt === null ? "undated" : formatDay(seenAt);
  if (isLive) return `live${kind}, ${day}`;
  return seenAt === null ? `list price${kind}, undated` : `list price${kind} of ${day}`;
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
