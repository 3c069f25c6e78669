import { scaleLinear } from "d3-scale";

const SIZES = { wide: { width: 640, height: 64 }, narrow: { width: 288, height: 64 } } as const;
const INSET = 8;
const RAIL = 36;
const CHARACTER = 6.2;
const LABEL_GAP = 10;

export interface NamedScore {
  name: string;
  score: number;
}

interface Props {
  /** Scores of all models that can be compared. */
  scores: readonly number[];
  /** Labelled dots: the one that the page is about, and the best. */
  named: readonly NamedScore[];
  highest: number;
}

const at = (value: number): string => value.toFixed(1);

/** Ticks two pixels apart at least: closer ones could not be told apart. */
const ticksAt = (scores: readonly number[], x: (score: number) => number, stroke: string): string =>
  [...new Set(scores.map((score) => 2 * Math.round(x(score) / 2)))].map((place) => `M${place} ${stroke}`).join("");
const labelOf = ({ name, score }: NamedScore): string => `${name} ${score.toFixed(1)}`;

/** Labels stand above their dots, inside the drawing. One that would cover another stands below the rail. */
function placeLabels(named: readonly NamedScore[], x: (score: number) => number, width: number) {
  let takenFrom = Infinity;
  return named
    .toSorted((a, b) => b.score - a.score)
    .map((score) => {
      const half = (labelOf(score).length * CHARACTER) / 2;
      const center = Math.min(width - half, Math.max(half, x(score.score)));
      const isAbove = center + half + LABEL_GAP <= takenFrom;
      if (isAbove) takenFrom = center - half;
      return { ...score, center, y: isAbove ? 14 : RAIL + 24 };
    });
}

function Strip({ scores, named, highest, size }: Props & { size: keyof typeof SIZES }) {
  const { width, height } = SIZES[size];
  const x = scaleLinear([0, highest], [INSET, width - INSET]);
  const labels = placeLabels(named, x, width);
  const isBelowTaken = labels.some(({ y }) => y > RAIL);
  const ticks = [0, highest / 2, highest];
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className={`drawing score-strip ${size}`}>
      <path className="rail" d={`M${INSET} ${RAIL}H${width - INSET}`} />
      <path className="all" d={ticksAt(scores, x, `${RAIL - 6}v12`)} />
      <g className="frame">
        {ticks
          .filter((tick) => !isBelowTaken || tick === 0)
          .map((tick) => (
            <text key={tick} x={x(tick)} y={RAIL + 24} textAnchor={tick === 0 ? "start" : tick === highest ? "end" : "middle"}>
              {tick}
            </text>
          ))}
        {labels.map(({ name, score, center, y }) => (
          <text key={name} className="name" x={at(center)} y={y} textAnchor="middle">
            {labelOf({ name, score })}
          </text>
        ))}
      </g>
      {labels.map(({ name, score }, index) => (
        <circle key={name} className={index === 0 ? "best" : "chosen"} cx={at(x(score))} cy={RAIL} r="5" />
      ))}
    </svg>
  );
}

/** Every compared model as a tick on one scale, with those that are named as dots. Which figures these are stands in the table beside it. */
export function ScoreStrip(props: Props) {
  return (
    <>
      <Strip {...props} size="wide" />
      <Strip {...props} size="narrow" />
    </>
  );
}

const CELL = { width: 140, height: 18 };

interface CellProps extends Pick<Props, "scores" | "highest"> {
  score: number;
  /** Where the scale begins. */
  lowest?: number;
}

/** A strip in a cell of a table: one model among all. */
export function ScoreStripCell({ scores, score, lowest = 0, highest }: CellProps) {
  const { width, height } = CELL;
  const x = scaleLinear([lowest, highest], [INSET, width - INSET]);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="score-strip">
      <path className="rail" d={`M${INSET} 9H${width - INSET}`} />
      <path className="all" d={ticksAt(scores, x, "4v10")} />
      <circle className="best" cx={at(x(score))} cy="9" r="5" />
    </svg>
  );
}

interface DotProps {
  score: number;
  /** Lowest and highest reading of this score. */
  lowest: number;
  highest: number;
  domain: readonly [number, number];
}

/** A row of a ranked dot plot: the score that is shown, and how far the other readings of it lie apart. */
export function ScoreDot({ score, lowest, highest, domain }: DotProps) {
  const { width, height } = CELL;
  const x = scaleLinear(domain, [INSET, width - INSET]);
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} width={width} height={height} className="score-strip">
      <path className="rail" d={`M${INSET} 9H${width - INSET}`} />
      {lowest < highest && <path className="spread" d={`M${at(x(lowest))} 9H${at(x(highest))}`} />}
      <circle className="best" cx={at(x(score))} cy="9" r="4" />
    </svg>
  );
}
