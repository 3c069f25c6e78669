import type { Check } from "./books";
import type { Strike } from "./strike";
import { quantile, type Tally } from "./tally";

export interface Run {
  seed: number;
  minutes: number;
  saturation: number;
  perSecond: number;
  leftOutCalls: number;
  isPooled: boolean;
  hasRedis: boolean;
  leftOutFaults: readonly string[];
  strikes: readonly Strike[];
  checks: readonly Check[];
  tally: Tally;
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
const row = (...cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;

export const isMet = ({ checks }: Run): boolean => checks.every((check) => check.isMet);

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

function conditions({ seed, minutes, saturation, perSecond, isPooled, hasRedis, leftOutFaults, leftOutCalls }: Run): string[] {
  return [
    `- Seed ${seed}, ${minutes} minutes; repeat with \`npm run soak -- --minutes ${minutes} --seed ${seed}\`.`,
    `- Three processes, two of which run the jobs; Postgres ${isPooled ? "through PgBouncer" : "without a pooler (no pgbouncer is installed)"}; ${hasRedis ? "limits in Redis over REST" : "limits in Postgres (no redis-server is installed)"}.`,
    `- Saturated at ${saturation.toFixed(0)} questions a second; asked at ${perSecond.toFixed(0)} a second${leftOutCalls > 0 ? `, without ${leftOutCalls} that found too many open` : ""}.`,
    ...leftOutFaults.map((why) => `- Left out: ${why}.`),
  ];
}

const strikeRow = ({ atSeconds, fault, victim, readySeconds }: Strike): string =>
  row(atSeconds.toFixed(0), fault, victim, readySeconds === null ? "not within a minute" : readySeconds.toFixed(1));

/** The report in Markdown. */
export function describe(run: Run): string {
  const { tally, checks, strikes } = run;
  return [
    `# Soak: ${isMet(run) ? "every check was met" : "some checks were missed"}`,
    "",
    ...conditions(run),
    "",
    "| check | met | seen |",
    "|---|---|---|",
    ...checks.map(({ name, isMet: met, says }) => row(name, met ? "yes" : "**no**", says)),
    "",
    `${sumOf(tally.answers)} answers; ${tally.resets} connections broke with a process that was killed; ${tally.unknownStates} answers said that a state was unknown, because its page hung. While nothing was at fault: p50 ${quantile(tally.milliseconds, 0.5).toFixed(1)} ms, p99 ${quantile(tally.milliseconds, 0.99).toFixed(1)} ms.`,
    "",
    "| at second | fault | process | ready again after seconds |",
    "|---|---|---|---|",
    ...strikes.map(strikeRow),
    "",
    "| asked and answered with | times |",
    "|---|---|",
    ...[...tally.answers].toSorted(([one], [other]) => one.localeCompare(other)).map(([key, times]) => row(key, String(times))),
    "",
    ...(tally.wrong.size > 0
      ? ["## What was wrong", "", ...[...tally.wrong].map(([says, times]) => `- ${times} times: ${cell(says)}`), ""]
      : []),
  ].join("\n");
}
