const WIDTH = 220;
const HEIGHT = 18;
const INSET = 5;

/** Each score as a dot on a scale from 0 to 100; the best one is filled. Names and figures stand in the table beside it. */
export function DotStrip({ scores }: { scores: readonly number[] }) {
  const [best, ...others] = scores;
  const at = (score: number): string => (INSET + (score / 100) * (WIDTH - 2 * INSET)).toFixed(1);
  return (
    <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} className="dot-strip">
      <path d={`M${at(0)} 9H${at(100)}M${at(0)} 5V13M${at(50)} 5V13M${at(100)} 5V13`} />
      {others.map((score, index) => (
        <circle key={index} cx={at(score)} cy="9" r="3.5" />
      ))}
      {best !== undefined && <circle className="best" cx={at(best)} cy="9" r="4.5" />}
    </svg>
  );
}
