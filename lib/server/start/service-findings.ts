import type { Env } from "@/lib/config/env";
import { redisChoice } from "@/lib/config/redis-choice";
import { describeDoubt } from "@/lib/domain/freshness/clock";
import { missingForSale, sellingOf, type SellingConfiguration } from "@/lib/domain/money/selling";
import { closeRedisConnections, sharedRedis } from "@/lib/http/limits/redis";
import { sellingConfiguration } from "@/lib/money/base/rails";
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
          `Open again: ${reopened.join(", ")}. The heads that were published too early stay in /api/receipt/log as superseded; their replacements follow when each day is over.`,
        ]
      : []),
    ...(forgottenRuns > 0 ? [`Forgotten: ${forgottenRuns} runs of jobs in slots that are still to come.`] : []),
    ...(jobsAhead.length > 0 ? [`Still to read again: ${rerunCommands(jobsAhead)}.`] : []),
  ];
}

const REDIS = "Redis";

const KEYS_OF = { redis: "REDIS_URL", upstash: "UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN" };

/** Whether the store of the rate limits answers. Null where none is configured, because one process can count alone. */
export async function redisFinding(values: Env): Promise<Finding | null> {
  const choice = redisChoice(values);
  if (!choice) return null;
  const { host } = new URL(choice.url);
  const beaten = choice.kind === "redis" && values.UPSTASH_REDIS_REST_URL ? "; REDIS_URL wins, and UPSTASH_REDIS_REST_URL is not used" : "";
  try {
    await (await sharedRedis(choice)).ping();
    return good(REDIS, `${host} answers${beaten}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return bad(
      REDIS,
      `${host} cannot be asked (${reason}), so that each process counts rate limits by itself${beaten}`,
      `start Redis again, or correct ${KEYS_OF[choice.kind]}`,
    );
  } finally {
    await closeRedisConnections();
  }
}

const mendOf = ({ isDisabled, address, pinned }: SellingConfiguration): string =>
  isDisabled && pinned?.toLowerCase() === address?.toLowerCase()
    ? "unset PAYMENTS_DISABLED"
    : "set PAYMENT_ADDRESS, NEXT_PUBLIC_PAYMENT_ADDRESS to the same wallet, then npm start, which builds with it";

/** Whether the configured wallet sells; null where none is configured, because a service need not sell. */
export function salesFinding(values: Env): Finding | null {
  const configuration = sellingConfiguration(values);
  const { address } = configuration;
  if (address === undefined) return null;
  const { isEnabled, reason } = sellingOf(configuration);
  if (isEnabled) return good("sales", `paid into ${address}`);
  const missing = missingForSale(configuration).map(({ key }) => key);
  const isPinMissing = missing.includes("NEXT_PUBLIC_PAYMENT_ADDRESS");
  const build = isPinMissing ? ", the last to the wallet of PAYMENT_ADDRESS, then npm start, which builds with it" : "";
  return bad("sales", reason ?? "Nothing is sold.", missing.length > 0 ? `set ${missing.join(", ")}${build}` : mendOf(configuration));
}
