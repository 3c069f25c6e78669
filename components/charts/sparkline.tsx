import { scaleLinear } from "d3-scale";
import { curveStepAfter, line } from "d3-shape";

const WIDTH = 64;
const HEIGHT = 20;
const INSET = 2;

/** The course of a figure, one step a day. Null is a day without a capture, drawn as a gap. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const x = scaleLinear([0, values.length], [INSET, WIDTH - INSET]);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const y = scaleLinear([low, high === low ? low + 1 : high], [HEIGHT - INSET, INSET]);
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => x(index))
    .y((value) => y(value ?? low))
    .curve(curveStepAfter)
    .digits(1);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="sparkline">
      <path d={path([...values, values.at(-1) ?? null]) ?? ""} />
    </svg>
  );
}
