"use client";

import { currentState, type CheckedService } from "@/lib/domain/status/current-states";
import { NearTime } from "./near-time";
import { StateChip, STATES } from "./state-mark";
import { useNow } from "./use-now";

interface Props {
  service: CheckedService;
  cadenceSeconds: number;
  /** The time at which the page was made, for readers without JavaScript. */
  madeAt: string;
}

/** The state of a service. In a tab that was left alone it becomes unknown, beside what was last known. */
export function CurrentStateChip({ service, cadenceSeconds, madeAt }: Props) {
  const now = useNow();
  const { state, lastKnown } = currentState(service, cadenceSeconds, now === null ? new Date(madeAt) : new Date(now));
  if (service.lastChecked === null) return <span className="text-small text-fg-muted">not read yet</span>;
  return (
    <>
      <StateChip state={state} />
      {lastKnown && (
        <span className="text-small text-fg-muted">
          {" "}
          last known: {STATES[lastKnown.state].word}, <NearTime at={lastKnown.at} />
        </span>
      )}
    </>
  );
}
