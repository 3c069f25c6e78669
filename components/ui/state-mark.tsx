export type State = "operational" | "degraded" | "down" | "unknown" | "maintenance";

interface Look {
  word: string;
  text: string;
  tint: string;
  fill: string;
}

export const STATES: Record<State, Look> = {
  operational: { word: "Operational", text: "text-ok-fg", tint: "bg-ok-tint", fill: "text-ok" },
  degraded: { word: "Degraded", text: "text-warn-fg", tint: "bg-warn-tint", fill: "text-warn" },
  down: { word: "Down", text: "text-bad-fg", tint: "bg-bad-tint", fill: "text-bad" },
  unknown: { word: "Unknown", text: "text-unk-fg", tint: "bg-unk-tint", fill: "text-unk" },
  maintenance: { word: "Maintenance", text: "text-info-fg", tint: "bg-info-tint", fill: "text-info" },
};

/** An unexpected state from data becomes unknown, never operational. */
export const asState = (text: string): State => (Object.hasOwn(STATES, text) ? (text as State) : "unknown");

const SHAPES: Record<State, React.ReactNode> = {
  operational: (
    <>
      <circle cx="8" cy="8" r="7" fill="currentColor" />
      <path d="M4.8 8.2l2.2 2.2 4.2-4.6" fill="none" stroke="var(--surface)" strokeWidth="1.8" />
    </>
  ),
  degraded: (
    <>
      <path d="M8 1.2l7 13.2H1z" fill="currentColor" />
      <path d="M8 6v4M8 11.6v1.4" stroke="var(--surface)" strokeWidth="1.7" />
    </>
  ),
  down: (
    <>
      <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />
      <path d="M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2" stroke="var(--surface)" strokeWidth="1.8" />
    </>
  ),
  unknown: (
    <>
      <circle cx="8" cy="8" r="6.4" fill="none" stroke="currentColor" strokeWidth="1.4" strokeDasharray="2.6 2" />
      <path d="M6.1 6.4c.2-2.4 3.8-2.3 3.8 0 0 1.4-1.9 1.5-1.9 2.9M8 10.8v1.4" fill="none" stroke="currentColor" strokeWidth="1.4" />
    </>
  ),
  maintenance: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="3" fill="currentColor" />
      <path d="M8 7v5M8 4v1.6" stroke="var(--surface)" strokeWidth="1.8" />
    </>
  ),
};

/** Decorative: the word beside it carries the meaning. */
export function StateIcon({ state, size = 14 }: { state: State; size?: number }) {
  return (
    <svg aria-hidden width={size} height={size} viewBox="0 0 16 16" className={`shrink-0 ${STATES[state].fill}`}>
      {SHAPES[state]}
    </svg>
  );
}

export function StateChip({ state }: { state: State }) {
  const { word, text, tint } = STATES[state];
  return (
    <span
      className={`chip inline-flex items-center gap-1.5 rounded-chip px-2 py-0.5 text-small font-medium whitespace-nowrap ${text} ${tint}`}
    >
      <StateIcon state={state} />
      {word}
    </span>
  );
}
