import { scaleLog } from "d3-scale";

const WIDTH = 120;
const HEIGHT = 16;
const INSET = 4;

interface Props {
  lowest: number;
  median: number;
  highest: number;
  /** The cheapest price that may be interrupted. */
  spot: number | null;
  /** Of all rows, so that their bars can be compared. */
  domain: readonly [number, number];
}

/** From the lowest to the highest price on a logarithmic scale, with the median across and the spot price as a ring. */
export function PriceRange({ lowest, median, highest, spot, domain }: Props) {
  const x = scaleLog(domain, [INSET, WIDTH - INSET]).clamp(true);
  const at = (usd: number): string => x(usd).toFixed(1);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="price-range">
      <path d={`M${at(lowest)} 8H${at(highest)}M${at(median)} 2V14`} />
      {spot !== null && <circle cx={at(spot)} cy="8" r="3.5" />}
    </svg>
  );
}
