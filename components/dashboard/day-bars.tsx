import { formatDay } from "@/lib/domain/pages/format";
import type { State } from "@/components/ui/state-mark";

export interface DayState {
  date: string;
  /** Null when nothing was captured that day. */
  status: State | null;
}

const STEP = 6;
const HEIGHT = 36;
const WORDS: Record<State, string> = {
  operational: "operational",
  degraded: "degraded",
  down: "down",
  unknown: "could not be read",
  maintenance: "under maintenance",
};

function Bar({ day, x }: { day: DayState; x: number }) {
  const title = `${formatDay(day.date)}: ${day.status ? WORDS[day.status] : "no data"}`;
  if (day.status === null || day.status === "unknown") {
    return (
      <rect x={x + 0.5} y={HEIGHT - 9.5} width="4" height="9" fill="none" stroke="var(--unk)" strokeDasharray="2 1.5">
        <title>{title}</title>
      </rect>
    );
  }
  if (day.status === "down") {
    return (
      <rect x={x} y="0" width="5" height={HEIGHT} fill="var(--bad)">
        <title>{title}</title>
      </rect>
    );
  }
  const isDegraded = day.status === "degraded";
  return (
    <g>
      <rect
        x={x + (isDegraded ? 0.5 : 0)}
        y={8.5}
        width={isDegraded ? 4 : 5}
        height={HEIGHT - 9}
        fill={isDegraded ? "var(--warn-tint)" : "var(--ok)"}
        stroke={isDegraded ? "var(--warn)" : "none"}
      >
        <title>{title}</title>
      </rect>
      {isDegraded && <path d={`M${x + 1} 16l3-4M${x + 1} 23l3-4M${x + 1} 30l3-4`} stroke="var(--warn)" strokeWidth="1.4" />}
    </g>
  );
}

/** One bar per day, oldest left. Days without data are hollow, so that they never look like good days. */
export function DayBars({ days, label }: { days: readonly DayState[]; label: string }) {
  const count = (status: State) => days.filter((day) => day.status === status).length;
  const captured = days.filter((day) => day.status !== null && day.status !== "unknown").length;
  const summary = `${label}, last ${days.length} days: ${count("operational")} operational, ${count("degraded")} degraded, ${count("down")} down, ${days.length - captured} without data`;
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${days.length * STEP - 1} ${HEIGHT}`}
      width={days.length * STEP - 1}
      height={HEIGHT}
      className="max-w-full"
    >
      {days.map((day, index) => (
        <Bar key={day.date} day={day} x={index * STEP} />
      ))}
    </svg>
  );
}
