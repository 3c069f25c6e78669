import { Block } from "@/components/blocks/block";
import { MARKS } from "@/components/charts/marks";
import { SeriesFigure } from "@/components/charts/series/series-figure";
import type { SeriesLine } from "@/components/charts/series/series-text";
import { gpuBoard } from "@/lib/domain/gpu/gpu-board";
import { formatDay, formatGpuHour } from "@/lib/domain/pages/format";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { providerNamed, type Board } from "./columns";

type Series = AnswerOf<typeof gpuSeries>;
type Point = Series["points"][number];

const LINES: readonly SeriesLine[] = [
  { key: "onDemand", word: "On demand", color: MARKS[0].color, marker: MARKS[0].marker, curve: "step" },
  { key: "spot", word: "Spot", color: MARKS[1].color, dash: MARKS[1].dash, marker: MARKS[1].marker, curve: "step" },
];

const price = (usd: number | null): string => (usd === null ? "–" : formatGpuHour(usd));
const seller = (provider: string | null): string => (provider === null ? "–" : providerNamed(provider));

function moved(word: string, { start, end }: { start: number | null; end: number | null }): string {
  if (start === null || end === null) return `${word} was not offered`;
  return start === end ? `${word} ${price(start)} at first and at last` : `${word} from ${price(start)} to ${price(end)}`;
}

function sentenceOf(gpu: string, { from, to, points, delta_in_window: change }: Series): string {
  const captured = points.filter((point) => point.has_data).length;
  const span = `${gpu}, cheapest live price, ${formatDay(from)} to ${formatDay(to)}`;
  if (captured === 0) return `${span}: no day was captured.`;
  return `${span}: ${moved("on demand", change.on_demand)}; ${moved("spot", change.spot)}; ${captured} of ${points.length} days captured.`;
}

function noteOf({ cheapest_on_demand_provider: onDemand, cheapest_spot_provider: spot }: Point): string | undefined {
  const names = [onDemand === null ? null : `on demand at ${seller(onDemand)}`, spot === null ? null : `spot at ${seller(spot)}`];
  return names.filter(Boolean).join(", ") || undefined;
}

/** How the cheapest live price of one GPU moved. Prices that people read from lists have no course: the cheapest stands below, with its day. */
export function GpuCourse({ gpu, offers }: { gpu: string; offers: Board["offers"] }) {
  const list = gpuBoard(offers)[0]?.list ?? null;
  return (
    <Block
      title={`${gpu}, cheapest by day`}
      hasStamp={false}
      load={() => blockAnswer(gpuSeries, { gpu })}
      render={(answer) => {
        const byDate = new Map(answer.points.map((point) => [point.date, point]));
        const column = (label: string, text: (point: Point) => string) => ({
          label,
          cell: ({ date }: { date: string }) => {
            const point = byDate.get(date);
            return point ? text(point) : "–";
          },
        });
        return (
          <>
            <SeriesFigure
              title={`${gpu}, cheapest by day`}
              sentence={sentenceOf(gpu, answer)}
              days={answer.points.map((point) => ({
                date: point.date,
                values: { onDemand: point.cheapest_on_demand_usd_hr, spot: point.cheapest_spot_usd_hr },
                note: noteOf(point),
              }))}
              lines={LINES}
              unit="gpu-hour"
              columns={[
                column("On demand", (point) => price(point.cheapest_on_demand_usd_hr)),
                column("At", (point) => seller(point.cheapest_on_demand_provider)),
                column("Spot", (point) => price(point.cheapest_spot_usd_hr)),
                column("From", (point) => seller(point.cheapest_spot_provider)),
              ]}
              csvHref={csvLink(gpuSeries, { gpu }).href}
            />
            {list && (
              <p className="mt-2 text-small text-fg-muted">
                The lines show live prices only. The cheapest price that people read from a list is {formatGpuHour(list.usd)} at{" "}
                {providerNamed(list.provider)}
                {list.seenAt === null ? ", undated" : `, read ${formatDay(list.seenAt)}`}.
              </p>
            )}
          </>
        );
      }}
    />
  );
}
