import { ListedTable } from "@/components/ui/data-table";
import { NearTime } from "@/components/ui/near-time";
import { Empty } from "@/components/ui/states";
import { priceKindWords } from "@/lib/domain/gpu/price-kinds";
import { formatGpuPrice } from "@/lib/domain/pages/format";
import { providerNamed, type Board } from "./columns";
import { GpuCourse } from "./gpu-course";

const shown = (usd: number | null): string => (usd === null ? "–" : formatGpuPrice(usd));

const besideOf = ({ region, tier, instance, gpus_per_instance: count, note }: Board["offers"][number]): string =>
  [region, tier, instance, count > 1 && `${count} GPUs at once`, note].filter(Boolean).join(" · ");

/** Every offer of one GPU, and how its cheapest live price moved. */
export function GpuDetail({ gpu, offers }: { gpu: string; offers: Board["offers"] }) {
  const cheapestFirst = offers.toSorted(
    (a, b) => (a.on_demand_usd_hr ?? a.spot_usd_hr ?? Infinity) - (b.on_demand_usd_hr ?? b.spot_usd_hr ?? Infinity),
  );
  return (
    <div className="mb-4 grid items-start gap-4 xl:grid-cols-2 [&>*]:min-w-0">
      <section aria-labelledby="offers" className="card p-4">
        <h2 id="offers" className="mb-3 text-h2">
          Offers of {gpu}, $ per GPU and hour
        </h2>
        {offers.length === 0 ? (
          <Empty>Nobody is known to rent out a {gpu} now.</Empty>
        ) : (
          <ListedTable
            label={`Every offer of ${gpu}`}
            head={["Provider", "On demand", "Spot", "Read"]}
            rows={cheapestFirst.map((offer, index) => ({
              key: `${offer.provider} ${index}`,
              cells: [
                <>
                  <a href={offer.source_url} rel="noopener noreferrer nofollow">
                    {providerNamed(offer.provider)}
                  </a>
                  {besideOf(offer) !== "" && <small>{besideOf(offer)}</small>}
                </>,
                shown(offer.on_demand_usd_hr),
                shown(offer.spot_usd_hr),
                <>
                  {offer.last_seen === null ? "undated" : <NearTime at={offer.last_seen} />}
                  <small>{offer.is_live && offer.last_seen !== null ? "live" : priceKindWords(offer.price_kind)}</small>
                </>,
              ],
            }))}
          />
        )}
      </section>
      <GpuCourse gpu={gpu} offers={offers} />
    </div>
  );
}
