import { codedDays, countsOf, DAY_WORDS, dayText, sentenceOf, type DayClass, type UptimeDay } from "@/lib/domain/status/day-codes";
import { ChartFigure } from "../chart-figure";
import { StripDrawing } from "./strip-drawing";
import { UptimeReader } from "./uptime-reader";

const LEGEND: readonly DayClass[] = ["operational", "degraded", "down", "unknown", "none"];

const LEGEND_WORDS: Record<DayClass, string> = { ...DAY_WORDS, unknown: "could not be read" };

function Legend({ present }: { present: Record<DayClass, number> }) {
  return (
    <ul className="chart-legend">
      {LEGEND.filter((name) => present[name] > 0).map((name) => (
        <li key={name}>
          <StripDrawing days={codedDays([{ date: "2000-01-01", status: name === "none" ? null : name }])} available={9} />
          {LEGEND_WORDS[name]} ({present[name]})
        </li>
      ))}
    </ul>
  );
}

interface Props {
  title: string;
  days: readonly UptimeDay[];
  pinned?: string | null;
}

/** Days without data are hollow, so that they never look like good days. */
export function UptimeFigure({ title, days, pinned = null }: Props) {
  const coded = codedDays(days);
  if (days.length === 0) return <p className="chart-reading">No day lies in this range.</p>;
  return (
    <ChartFigure
      sentence={sentenceOf(title, coded)}
      listed="days"
      table={
        <ol>
          {days.map((day, index) => (
            <li key={day.date}>{dayText(coded, index)}</li>
          ))}
        </ol>
      }
    >
      <UptimeReader days={coded} label={title} pinned={pinned} />
      <Legend present={countsOf(coded)} />
    </ChartFigure>
  );
}
