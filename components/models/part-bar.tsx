import { NEUTRAL_LATENCY, ROUTING_PARTS, type RoutingPart } from "@/lib/domain/models/routing/routing-parts";

const FILLS: Record<RoutingPart, string> = {
  quality: "var(--chart-1)",
  availability: "var(--chart-3)",
  cost: "var(--chart-2)",
  latency: "url(#latency-hatch)",
};

/** Above this share of the whole bar a part has room for its figure. */
const LABELLED = 0.08;
const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
const figure = (points: number): string => points.toFixed(2);

/** The hatch of latency, once for all bars of a page. */
export function PartPatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern id="latency-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" stroke="var(--fg-muted)" strokeWidth="2.5" />
        </pattern>
      </defs>
    </svg>
  );
}

export function PartLegend() {
  return (
    <ul className="part-legend" aria-label="Parts of a score">
      {ROUTING_PARTS.map((part) => (
        <li key={part}>
          <svg aria-hidden width="14" height="14">
            <rect width="14" height="14" fill={FILLS[part]} stroke="var(--border-strong)" />
          </svg>
          {part}
          {part === "latency" && ` (placeholder ${NEUTRAL_LATENCY} for all: it is not measured)`}
        </li>
      ))}
    </ul>
  );
}

/** Parts in fixed order, on a scale from 0 to 1; the figure of each stands below where there is room. */
export function PartBar({ parts }: { parts: readonly { part: RoutingPart; points: number }[] }) {
  const placed = parts.map((entry, index) => {
    const start = parts.slice(0, index).reduce((sum, { points }) => sum + points, 0);
    return { ...entry, start, end: start + entry.points };
  });
  return (
    <svg
      className="part-bar"
      width="100%"
      height="34"
      role="img"
      aria-label={parts.map(({ part, points }) => `${part} ${points.toFixed(3)}`).join(", ")}
    >
      <rect y="0" width="100%" height="16" fill="var(--surface-3)" />
      {placed.map(({ part, points, start }) => (
        <rect key={part} x={percent(start)} y="0" width={percent(points)} height="16" fill={FILLS[part]} />
      ))}
      {placed.map(({ part, end: at }) => (
        <line key={part} x1={percent(at)} x2={percent(at)} y1="0" y2="16" stroke="var(--surface)" strokeWidth="2" />
      ))}
      {placed.map(({ part, points, start }) =>
        points > LABELLED ? (
          <text key={part} x={percent(start)} y="30">
            {figure(points)}
          </text>
        ) : null,
      )}
    </svg>
  );
}
