import { existsSync, readFileSync } from "node:fs";
import type { Check } from "./books";
import type { Member } from "./member";
import { quantile } from "./tally";

const EVERY_MS = 2000;
/** A younger process still grows to its working size. */
const JUDGED_FROM_SAMPLES = 120;
const MAY_GROW = 1.2;

interface Sampling {
  stop(): void;
  checks(): Check[];
}

function residentMb(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** The median of the last third against that of the middle third of a process's life. */
function judge(name: string, samples: readonly number[]): Check {
  const third = Math.floor(samples.length / 3);
  const [middle, late] = [quantile(samples.slice(third, 2 * third), 0.5), quantile(samples.slice(2 * third), 0.5)];
  const isOld = samples.length >= JUDGED_FROM_SAMPLES;
  return {
    name: `memory of ${name}`,
    isMet: !isOld || late <= middle * MAY_GROW,
    says: `${middle.toFixed(0)} MB, then ${late.toFixed(0)} MB, at most ${Math.max(...samples).toFixed(0)} MB in ${((samples.length * EVERY_MS) / 60_000).toFixed(1)} min${isOld ? "" : " (too young to judge)"}`,
  };
}

export function sampleMemory(members: readonly Member[]): Sampling {
  const lives = new Map<string, number[]>();
  const timer = setInterval(() => {
    for (const member of members) {
      const megabytes = residentMb(member.pid());
      if (megabytes === null) continue;
      const life = `${member.name} (process ${member.pid()})`;
      lives.set(life, [...(lives.get(life) ?? []), megabytes]);
    }
  }, EVERY_MS);
  return { stop: () => clearInterval(timer), checks: () => [...lives].map(([life, samples]) => judge(life, samples)) };
}
