import { dateOf, type UsageSeries } from "@/lib/domain/money/usage-series";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { MARGIN, SIZES, usageBars, usageScale } from "./usage-scale";
import type { Size } from "../sizes";

const round = (value: number): number => Math.round(value * 10) / 10;

const BARS = "usage-bars";
const FREE_BARS = "usage-free-bars";
const BAR_WIDTH = 0.8;

/** Lines upwards from `from`, one for each day, in units of days and of what is counted. */
const linesPath = (bars: readonly { index: number; from: number; length: number }[]): string =>
  bars.map(({ index, from, length }) => `M${index} ${from}v${length}`).join("");

/**
 * Bars of both drawings, sent once: ninety days of six endpoints twice would be most of the page. A
 * gap at the top of each tells neighbours in a stack apart without their colours.
 */
export function UsageBars({ series }: { series: UsageSeries }) {
  const { layers, uncharged, mostCredits, mostUncharged, notKept } = usageBars(series);
  const frame = (most: number) => `-0.5 0 ${series.days.length} ${most}`;
  return (
    <svg aria-hidden className="usage-bars">
      <symbol id={BARS} viewBox={frame(mostCredits)} preserveAspectRatio="none">
        {layers.map((bars, index) => (
          <path key={series.totals[index]?.name} className={`series-${index + 1}`} strokeWidth={BAR_WIDTH} d={linesPath(bars)} />
        ))}
      </symbol>
      {notKept < series.days.length && (
        <symbol id={FREE_BARS} viewBox={frame(mostUncharged)} preserveAspectRatio="none">
          <path className="not-charged" strokeWidth={BAR_WIDTH} d={linesPath(uncharged)} />
        </symbol>
      )}
    </svg>
  );
}

/** Turned upside down, because the bars grow upwards. */
function Placed({ bars, size, of: [top, bottom] }: { bars: string; size: Size; of: readonly [number, number] }) {
  const width = SIZES[size].width - MARGIN.left - MARGIN.right;
  return <use href={`#${bars}`} width={width} height={bottom - top} transform={`translate(${MARGIN.left} ${bottom}) scale(1 -1)`} />;
}

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
      <Placed bars={BARS} size={size} of={credits} />
      <text x={MARGIN.left} y={uncharged[0] - 10}>
        Calls not charged
      </text>
      <path className="grid-line" d={`M${MARGIN.left} ${uncharged[1]}H${right}`} />
      <text x={MARGIN.left - 8} y={uncharged[1] + 4} textAnchor="end">
        0
      </text>
      {scale.unchargedTop.value > 0 && (
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
      <Placed bars={FREE_BARS} size={size} of={uncharged} />
      {scale.dayTicks.map((index, position) => (
        <text
          key={index}
          x={round(position === 0 ? scale.x(index) : position === scale.dayTicks.length - 1 ? right : scale.x(index) + scale.step / 2)}
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
