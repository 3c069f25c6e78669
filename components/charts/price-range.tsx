import { scaleLog } from "d3-scale";
import { formatGpuPrice } from "@/lib/domain/pages/format";

const WIDTH = 140;
const HEIGHT = 16;
const INSET = 10;
const TICKS = [0.01, 0.1, 1, 10, 100, 1000];

type Domain = readonly [number, number];

const scaleOf = (domain: Domain) => scaleLog(domain, [INSET, WIDTH - INSET]).clamp(true);
const ticksIn = ([low, high]: Domain): number[] => TICKS.filter((tick) => tick >= low && tick <= high);

interface Props {
  lowest: number;
  median: number;
  highest: number;
  /** The cheapest price that may be interrupted. */
  spot: number | null;
  /** Lowest and highest of all rows, so that their bars can be compared. */
  domain: Domain;
}

/** A bar from the lowest to the highest price, logarithmic. The median crosses it, a ring is the spot price. */
export function PriceRange({ lowest, median, highest, spot, domain }: Props) {
  const x = scaleOf(domain);
  const at = (usd: number): string => x(usd).toFixed(1);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="price-range">
      <path
        className="decades"
        d={ticksIn(domain)
          .map((tick) => `M${at(tick)} 0V${HEIGHT}`)
          .join("")}
      />
      <path d={`M${at(lowest)} 8H${at(highest)}M${at(lowest)} 5V11M${at(highest)} 5V11M${at(median)} 1V15`} />
      {spot !== null && <circle cx={at(spot)} cy="8" r="3.5" />}
    </svg>
  );
}

/** The scale that the bars of all rows share. */
export function PriceRangeAxis({ domain }: { domain: Domain }) {
  const x = scaleOf(domain);
  return (
    <svg
      role="img"
      aria-label="Logarithmic scale"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      className="drawing price-axis"
    >
      <g className="frame">
        {ticksIn(domain).map((tick) => (
          <text key={tick} x={x(tick).toFixed(1)} y="12" textAnchor="middle">
            {formatGpuPrice(tick).replace(/\.0+$/, "")}
          </text>
        ))}
      </g>
    </svg>
  );
}
