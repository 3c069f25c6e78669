import { Block } from "@/components/blocks/block";
import { Sparkline } from "@/components/charts/sparkline";
import { SmallTable } from "@/components/models/small-table";
import { Empty } from "@/components/ui/states";
import { formatDay, formatGpuHour, formatTime } from "@/lib/domain/pages/format";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { blockAnswer } from "@/lib/pages/block-answer";
import { KINDS, providerNamed, type Board } from "./columns";

const shown = (usd: number | null): string => (usd === null ? "–" : formatGpuHour(usd));

const besideOf = ({ region, tier, instance, gpus_per_instance: count, note }: Board["offers"][number]): string =>
  [region, tier, instance, count > 1 && `${count} GPUs at once`, note].filter(Boolean).join(" · ");

/** Every offer of one GPU, and how its cheapest price moved. */
export function GpuDetail({ gpu, offers }: { gpu: string; offers: Board["offers"] }) {
  const cheapestFirst = offers.toSorted(
    (a, b) => (a.on_demand_usd_hr ?? a.spot_usd_hr ?? Infinity) - (b.on_demand_usd_hr ?? b.spot_usd_hr ?? Infinity),
  );
  return (
    <div className="mb-4 grid items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] [&>*]:min-w-0">
      <section aria-labelledby="offers" className="card p-4">
        <h2 id="offers" className="mb-3 text-h2">
          Offers of {gpu}
        </h2>
        {offers.length === 0 ? (
          <Empty>Nobody is known to rent out a {gpu} now.</Empty>
        ) : (
          <SmallTable
            label={`Offers of ${gpu}`}
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
                  {offer.last_seen === null ? "undated" : formatDay(offer.last_seen)}
                  <small>
                    {offer.is_live && offer.last_seen !== null
                      ? `live, ${formatTime(offer.last_seen)}`
                      : (KINDS[offer.price_kind] ?? offer.price_kind)}
                  </small>
                </>,
              ],
            }))}
          />
        )}
      </section>
      <Block
        title={`${gpu}, cheapest by day`}
        hasStamp={false}
        load={() => blockAnswer(gpuSeries, { gpu })}
        render={({ points, delta_in_window: change }) => (
          <>
            <Sparkline values={points.map((point) => point.cheapest_on_demand_usd_hr)} />
            <p className="mt-2 text-small text-fg-muted">
              On demand: {shown(change.on_demand.start)} at first, {shown(change.on_demand.end)} at last. Spot: {shown(change.spot.start)}{" "}
              at first, {shown(change.spot.end)} at last. {points.filter((point) => point.has_data).length} of {points.length} days
              captured.
            </p>
          </>
        )}
      />
    </div>
  );
}
