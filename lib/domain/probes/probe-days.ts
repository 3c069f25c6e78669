import jstat from "jstat";
import { groupBy } from "../basics/group-by";
import { isCounted, isUp, seriesOf, type ProbeSample, type ProbeSeries } from "./probe-summary";
import { roundTo } from "../basics/arithmetic";

export interface ProbeDay {
  reach: ProbeSeries;
  hoursProbed: number;
  /** Probed hours in which less than 95% of the probes were answered. */
  incidentHours: number;
  completion: ProbeSeries | null;
}

const INCIDENT_BELOW_SHARE = 0.95;

function okShares(samples: readonly ProbeSample[]): number[] {
  const byHour = groupBy(samples.filter(isCounted), ({ at }) => at.getUTCHours());
  return [...byHour.values()].map((own) => own.filter(isUp).length / own.length);
}

/** `samples` are those of one endpoint and one UTC day. */
export function rollUpDay(samples: readonly ProbeSample[]): ProbeDay {
  const ordered = samples.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const reach = ordered.filter(({ kind }) => kind === "reach");
  const completions = ordered.filter(({ kind }) => kind === "completion");
  const shares = okShares(reach);
  return {
    reach: seriesOf(reach),
    hoursProbed: shares.length,
    incidentHours: shares.filter((share) => share < INCIDENT_BELOW_SHARE).length,
    completion: completions.length > 0 ? seriesOf(completions) : null,
  };
}

export const incidentFreePct = (hoursProbed: number, incidentHours: number): number | null =>
  hoursProbed === 0 ? null : roundTo(((hoursProbed - incidentHours) / hoursProbed) * 100, 4);

export interface ProbeDaysSummary {
  count: number;
  /** 0 to 1. */
  ok_pct: number | null;
  uptime_pct: number | null;
  incident_hours: number;
  days_with_data: number;
}

export const hasProbeData = ({ reach }: ProbeDay): boolean => reach.count > 0;

export function summariseProbeDays(all: readonly ProbeDay[]): ProbeDaysSummary {
  const days = all.filter(hasProbeData);
  const sum = (of: (day: ProbeDay) => number): number => jstat.sum(days.map(of));
  const count = sum(({ reach }) => reach.count);
  const incidentHours = sum((day) => day.incidentHours);
  return {
    count,
    ok_pct: count === 0 ? null : roundTo(sum(({ reach }) => reach.successCount) / count, 4),
    uptime_pct: incidentFreePct(
      sum((day) => day.hoursProbed),
      incidentHours,
    ),
    incident_hours: incidentHours,
    days_with_data: days.length,
  };
}
