import { randomInt } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { seededRandom } from "@/lib/server/seed/rng";
import { ensureBuild } from "../support/server/server";
import { checkCredits, checkJobs, type Check } from "./books";
import { possibleFaults, type Fault } from "./faults";
import { checkLimit } from "./limits";
import { sampleMemory } from "./memory";
import { describe, isMet, type Run } from "./report";
import { shuffled } from "./shuffled";
import { newTrouble, type Strike, type Trouble } from "./strike";
import { newTally, type Tally } from "./tally";
import { agreeOnAnswers, measureSaturation, startLoad, type Watch } from "./traffic";
import { startWorld, type World } from "./world";

const USAGE = "Usage: npm run soak -- --minutes 15 [--seed N] [--faults words]";
endWithUsage(
  `${USAGE}\nThree processes, two of which run the jobs, on one Postgres behind PgBouncer and one Redis, under half of the load that saturates them, with a fault every 40 s. Every answer, credit, rate limit, job and memory is checked; the report is in .cache/soak.`,
);

const FAULT_EVERY_MS = 40_000;
const SATURATION_SECONDS = 10;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "15" }, seed: { type: "string" }, faults: { type: "string", default: "" } },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error(USAGE);

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Every fault once in an order of the seed, then again in another one, until the time is over. */
function* order(faults: readonly Fault[], random: () => number): Generator<Fault> {
  while (faults.length > 0) yield* shuffled(faults, random);
}

function checksOfTally({ wrong, answers }: Tally): Check[] {
  const times = [...wrong.values()].reduce((sum, count) => sum + count, 0);
  return [
    {
      name: "no wrong answer, no error but 503 with Retry-After",
      isMet: times === 0 && answers.size > 0,
      says: `${times} faults; each is listed below`,
    },
  ];
}

const checksOfStrikes = (strikes: readonly Strike[]): Check => ({
  name: "ready again after every fault, and normal within 10 s of it",
  isMet: strikes.every(({ readySeconds }) => readySeconds !== null),
  says: `${strikes.length} faults; slowest ${Math.max(0, ...strikes.map(({ readySeconds }) => readySeconds ?? Infinity)).toFixed(1)} s until ready`,
});

/** A fault comes every 40 s. After each the limits are counted, since the processes must agree again. */
async function strikeAll(world: World, faults: readonly Fault[], trouble: Trouble): Promise<{ strikes: Strike[]; limits: Check[] }> {
  const random = seededRandom(seed);
  const since = performance.now();
  const ends = since + minutes * 60_000;
  const [strikes, limits]: [Strike[], Check[]] = [[], []];
  for (const fault of order(faults, random)) {
    const next = performance.now() + FAULT_EVERY_MS;
    const victim = world.members[Math.floor(random() * world.members.length)];
    if (next > ends || !victim) break;
    const strike = await trouble.strike(fault, victim, world, since);
    strikes.push(strike);
    print(
      `${strike.atSeconds.toFixed(0)} s: ${fault.name} (${victim.name}): ready after ${strike.readySeconds?.toFixed(1) ?? "more than 60"} s`,
    );
    limits.push({ ...(await checkLimit(world)), name: `rate limit after: ${fault.name}` });
    await delay(Math.max(0, Math.min(next, ends) - performance.now()));
  }
  return { strikes, limits };
}

async function soak(world: World): Promise<Run> {
  // Its own numbers, so that the order of the faults does not depend on how many questions were asked.
  const random = seededRandom(seed + 1);
  const { faults, leftOut: leftOutFaults } = possibleFaults(world);
  const [trouble, tally] = [newTrouble(), newTally()];
  const watch: Watch = { tally, isTroubled: trouble.isTroubled, areStatesHidden: trouble.areStatesHidden };
  const traffic = await agreeOnAnswers(world);
  await measureSaturation(SATURATION_SECONDS / 2, world, traffic, watch, random);
  const saturation = await measureSaturation(SATURATION_SECONDS, world, traffic, watch, random);
  const perSecond = saturation / 2;
  print(`Saturated at ${saturation.toFixed(0)} questions a second; asking ${perSecond.toFixed(0)} a second for ${minutes} minutes.`);
  const memory = sampleMemory(world.members);
  const load = startLoad(perSecond, world, traffic, watch, random);
  const chosen = faults.filter(({ name }) => name.includes(values.faults));
  const { strikes, limits } = await strikeAll(world, chosen, trouble);
  await load.stop();
  memory.stop();
  const books = [...(await checkCredits(world, traffic)), ...(await checkJobs(world))];
  const checks = [...checksOfTally(tally), checksOfStrikes(strikes), ...limits, ...books, ...memory.checks()];
  const places = { isPooled: world.isPooled, hasRedis: world.redis !== null };
  return { seed, minutes, saturation, perSecond, leftOutCalls: load.leftOut(), ...places, leftOutFaults, strikes, checks, tally };
}

/** What was started would outlive this process. */
function stopOnSignal(world: World): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void world.stop().finally(() => process.exit(1)));
}

async function runIn(folder: string): Promise<Run> {
  const world = await startWorld(folder);
  stopOnSignal(world);
  try {
    return await soak(world);
  } finally {
    await world.stop();
    for (const member of world.members) writeFileSync(join(reports, `${member.name}.log`), member.output());
  }
}

const reports = join(process.cwd(), ".cache", "soak");
mkdirSync(reports, { recursive: true });
print(`Seed ${seed}.`);
await ensureBuild();
const folder = mkdtempSync(join(tmpdir(), "soak-"));
// Postgres runs as another user, who needs access to the folder.
chmodSync(folder, 0o755);
/** Writes the report and sums it up; the exit code. */
function tell(run: Run): number {
  const file = join(reports, `${new Date().toISOString().slice(0, 16).replace(":", "")}.md`);
  writeFileSync(file, describe(run));
  for (const { name, isMet: met, says } of run.checks) print(`${met ? "ok   " : "FAIL "} ${name}: ${says}`);
  for (const [says, times] of run.tally.wrong) print(`  ${times} times: ${says}`);
  print(`The report is in ${file}.`);
  return isMet(run) ? 0 : 1;
}

const code = await runIn(folder)
  .then(tell)
  .finally(() => rmSync(folder, { recursive: true, force: true }));
// What compiled the programs would keep this process alive.
process.exit(code);
