import { dateOf, type UsageSeries } from "@/lib/domain/money/usage-series";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { MARGIN, SIZES, usageScale, type Size } from "./usage-scale";

const round = (value: number): number => Math.round(value * 10) / 10;

/**
 * One path for all bars of a series, because ninety days of six endpoints would be five hundred elements. Each bar is a
 * thick line, which takes a third of the letters of a rectangle. A pixel at its top stays free, so that neighbours in a
 * stack are told apart without their colours.
 */
const barsPath = (bars: readonly { x: number; y: number; height: number }[], width: number): string =>
  bars.map(({ x, y, height }) => `M${round(x + width / 2)} ${Math.round(y + height)}v-${Math.max(1, Math.round(height) - 1)}`).join("");

/** `16 Nov`: the year is in the caption. */
const shortDay = (date: string): string => formatDay(date).split(" ").slice(0, 2).join(" ");

const anchorOf = (position: number, count: number) => (position === 0 ? "start" : position === count - 1 ? "end" : "middle");

export function UsageDrawing({ series, size }: { series: UsageSeries; size: Size }) {
  const { width, height, credits, uncharged } = SIZES[size];
  const scale = usageScale(series, size);
  const right = width - MARGIN.right;
  const notKeptTo = scale.notKept === series.days.length ? right : scale.x(scale.notKept) - 2;
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`usage ${size}`}>
      <text x={MARGIN.left} y={12}>
        Credits
      </text>
      <path className="grid-line" d={scale.creditTicks.map(({ y }) => `M${MARGIN.left} ${round(y)}H${right}`).join("")} />
      {scale.creditTicks.map(({ value, y }) => (
        <text key={value} x={MARGIN.left - 8} y={round(y) + 4} textAnchor="end">
          {formatCount(value)}
        </text>
      ))}
      {scale.bars.map((bars, index) => (
        <path
          key={series.totals[index]?.name}
          className={`series-${index + 1}`}
          strokeWidth={round(scale.barWidth)}
          d={barsPath(bars, scale.barWidth)}
        />
      ))}
      <text x={MARGIN.left} y={uncharged[0] - 10}>
        Calls not charged
      </text>
      <path className="grid-line" d={`M${MARGIN.left} ${uncharged[1]}H${right}`} />
      <text x={MARGIN.left - 8} y={uncharged[1] + 4} textAnchor="end">
        0
      </text>
      {scale.uncharged.length > 0 && (
        <text x={MARGIN.left - 8} y={scale.unchargedTop.y + 6} textAnchor="end">
          {formatCount(scale.unchargedTop.value)}
        </text>
      )}
      {scale.notKept > 0 && (
        <>
          <path className="not-kept" d={`M${MARGIN.left} ${uncharged[0]}H${round(notKeptTo)}V${uncharged[1]}H${MARGIN.left}z`} />
          <text x={round((MARGIN.left + notKeptTo) / 2)} y={(uncharged[0] + uncharged[1]) / 2 + 4} textAnchor="middle">
            no longer kept
          </text>
        </>
      )}
      <path className="not-charged" strokeWidth={round(scale.barWidth)} d={barsPath(scale.uncharged, scale.barWidth)} />
      {scale.dayTicks.map((index, position) => (
        <text
          key={index}
          x={round(position === 0 ? scale.x(index) : position === scale.dayTicks.length - 1 ? right : scale.x(index) + scale.barWidth / 2)}
          y={height - 10}
          textAnchor={anchorOf(position, scale.dayTicks.length)}
        >
          {shortDay(dateOf(series, index))}
        </text>
      ))}
      <path className="grid-line" d={`M${MARGIN.left} ${credits[1]}H${right}`} />
    </svg>
  );
}
