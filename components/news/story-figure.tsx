import { DataTable } from "@/components/ui/data-table";
import { storyLine } from "@/lib/domain/news/stories/story-line";
import { formatDay, formatTime } from "@/lib/domain/pages/format";

interface Props {
  title: string;
  reports: readonly { source: string; published_at: string }[];
}

const INSET = 2;
const WIDTH = 100 - 2 * INSET;
const at = (place: number): string => `${INSET + place * WIDTH}%`;

/** Dots of the outlets' first reports; the first and the last are named, all stand in the table. */
export function StoryFigure({ title, reports }: Props) {
  const line = storyLine(reports);
  if (!line) return null;
  const { dots, first, last } = line;
  const summary = `${first.source} reported it first, at ${formatTime(first.published_at)}; ${last.source} last, at ${formatTime(last.published_at)}.`;
  return (
    <figure className="mt-3" aria-label={`When outlets reported: ${title}`}>
      <svg aria-hidden className="story-line">
        <line x1={at(0)} x2={at(1)} y1="28" y2="28" />
        {dots.map(({ source, place }) => (
          <circle key={source} cx={at(place)} cy="28" r="5" />
        ))}
        <text x={at(0)} y="14">
          {first.source}
        </text>
        <text x={at(1)} y="50" textAnchor="end">
          {last.source}
        </text>
      </svg>
      <figcaption className="text-small text-fg-muted">{summary}</figcaption>
      <details className="mt-1">
        <summary className="inline-flex min-h-6 items-center text-small text-fg-muted underline decoration-dotted underline-offset-4">
          Table of first reports
        </summary>
        <DataTable
          caption={`First reports: ${title}`}
          columns={[
            { label: "Outlet", cell: ({ source }) => source },
            { label: "First report, UTC", cell: (dot) => `${formatDay(dot.at)}, ${formatTime(dot.at)}` },
          ]}
          rows={dots}
          keyOf={({ source }) => source}
          className="mt-1 max-w-md text-small"
        />
      </details>
    </figure>
  );
}
