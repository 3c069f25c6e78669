import { CircleCheck, CircleDashed, CircleSlash, TriangleAlert } from "lucide-react";
import type { CveData } from "@/lib/schemas/security/cve-card";

export type SourceState = CveData["per_source"]["mitre"]["state"];

const LOOKS = {
  present: { word: "Has it", Icon: CircleCheck, tone: "text-ok-fg" },
  rejected: { word: "Has it, and rejected it", Icon: CircleSlash, tone: "text-warn-fg" },
  withdrawn: { word: "Has it, and withdrew it", Icon: CircleSlash, tone: "text-warn-fg" },
  absent: { word: "Does not have it", Icon: CircleDashed, tone: "text-fg-muted" },
  unavailable: { word: "Could not be asked", Icon: TriangleAlert, tone: "text-bad-fg" },
} as const satisfies Record<SourceState, unknown>;

/** What a source answered: a shape of its own for each, and the words. */
export function SourceMark({ state }: { state: SourceState }) {
  const { word, Icon, tone } = LOOKS[state];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium ${tone}`}>
      <Icon aria-hidden size={16} className="shrink-0" />
      {word}
    </span>
  );
}
