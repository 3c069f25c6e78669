import { describeDoubt } from "@/lib/domain/freshness/clock";
import type { ClockRepair, ClockState } from "../cli/clock-commands";
import { bad, good, type Finding } from "./finding";

const SET_CLOCK = "timedatectl set-ntp true";
const REPAIR = "npm run doctor -- repair";

function clock({ doubt }: ClockState): Finding {
  if (doubt === null) return good("clock", new Date().toISOString());
  const fix =
    doubt.witness === "ledger"
      ? `${SET_CLOCK}; if the clock is right, ${REPAIR} overrules the ledger`
      : `${SET_CLOCK}; if the clock is right, restart the service`;
  return bad("clock", `it says ${new Date().toISOString()}, yet ${describeDoubt(doubt)}`, fix);
}

const rerunCommands = (jobs: readonly string[]): string => jobs.map((job) => `npm run jobs -- run ${job}`).join("; ");

export function clockFindings(state: ClockState | null): Finding[] {
  if (state === null) return [good("clock", new Date().toISOString())];
  const { closedEarly, jobsAhead } = state;
  return [
    clock(state),
    ...(closedEarly.length > 0
      ? [bad("receipt log", `${closedEarly.join(", ")}: closed before the day was over, so that its calls cannot be charged`, REPAIR)]
      : []),
    ...(jobsAhead.length > 0
      ? [bad("data of the future", "stamped by a clock that was ahead, and stale until it is read again", rerunCommands(jobsAhead))]
      : []),
  ];
}

export function describeRepair({ isConfirmed, reopened, forgottenRuns, jobsAhead }: ClockRepair): string[] {
  return [
    ...(isConfirmed ? [`The clock counts as right from here on, on your word: ${new Date().toISOString()}.`] : []),
    ...(reopened.length > 0
      ? [
          `Open again: ${reopened.join(", ")}. The heads that were published too early stay in /api/receipt/log as superseded; those that replace them follow when each day is over.`,
        ]
      : []),
    ...(forgottenRuns > 0 ? [`Forgotten: ${forgottenRuns} runs of jobs in slots that are still to come.`] : []),
    ...(jobsAhead.length > 0 ? [`Still to read again: ${rerunCommands(jobsAhead)}.`] : []),
  ];
}
