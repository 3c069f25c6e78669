import { TableBox } from "@/components/ui/table-box";
import { formatDay, formatGpuHour } from "@/lib/domain/pages/format";

export interface CheapestOffer {
  gpu: string;
  vramGb: number;
  provider: string;
  usdPerHour: number;
  priceKind: string;
  /** When the price was read at its source. */
  seenAt: string | null;
  sourceUrl: string;
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
          {offers.map(({ gpu, vramGb, provider, usdPerHour, priceKind, seenAt, sourceUrl }) => (
            <tr key={gpu}>
              <th scope="row">
                <b>{gpu}</b>
                <small>{vramGb} GB</small>
              </th>
              <td>
                <a href={sourceUrl} rel="noopener noreferrer nofollow">
                  {provider}
                </a>
                <small>
                  {priceKind === "list" ? "list price" : priceKind}, {seenAt === null ? "undated" : formatDay(seenAt)}
                </small>
              </td>
              <td className={`price ${usdPerHour < 1 ? "" : "price-3"}`}>{formatGpuHour(usdPerHour)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}
