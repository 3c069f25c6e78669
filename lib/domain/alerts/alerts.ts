import { MEGABYTE } from "../basics/bytes";
import { MINUTE_MS } from "../basics/time";

/** What is wrong with the account of X402_SETTLER_KEY, without its address. */
export const SETTLER_LOW = "The settler has ether for fewer than 20 settlements";

/** What the operator is told of: what each alert means, and what to do about it. */
export const ALERTS = {
  ledger_out_of_balance: {
    meaning: "The last check of the books found a balance that the journal does not explain",
    action:
      "`npm run ledger -- verify` lists every fault. Set PAYMENTS_DISABLED=true until the cause is known; restore a backup if rows were changed by hand",
  },
  dataset_overdue: {
    meaning: "A dataset is older than twice its promise; answers from it are marked stale and cost nothing",
    action: "`npm run jobs -- list` shows why its job failed; `failingSources` of /api/health names the source",
  },
  payment_unmatched: {
    meaning: "A payment arrived an hour ago or earlier, and nobody has got credits or an answer for it",
    action:
      "Its payer collects it at /api/payment/confirm by a signature of the paying wallet. Where nobody does, look for the payer's message at OPERATOR_CONTACT, and send the money back or give credits by `npm run ledger -- grant`. The alert ends when the payment is collected; after one that you settled by hand it stays raised, and is not told again",
  },
  settler_low: {
    meaning: `${SETTLER_LOW}; calls and purchases whose gas it pays are not offered meanwhile`,
    action: "Send a little ether on Base to the address that the alert names; `npm run doctor` says whether it is enough",
  },
  disk_low: {
    meaning: "The disk of DATA_DIR has less than 500 MB left; below 64 MB paid calls are refused",
    action: "Make room, or move the folder to a larger disk; copy older files of DATA_DIR/backups elsewhere first",
  },
  store_away: {
    meaning: "The database or Redis has not answered this machine for a minute",
    action: "Start it again, or correct DATABASE_URL, REDIS_URL or UPSTASH_REDIS_REST_URL; `npm run doctor` says what it finds",
  },
  clock_off: {
    meaning: "The machine's clock is more than 30 s off; no job runs and paid calls cost nothing meanwhile",
    action: "`timedatectl set-ntp true`, then `npm run doctor`, and `npm run doctor -- repair` where it says so",
  },
  paid_errors: {
    meaning: "More than 1% of the paid calls of the last 5 minutes were answered with a status of 500 or above, or died",
    action: "The log has the cause beside each `X-Request-Id`; `/api/payment/no-charge-stats` counts by endpoint",
  },
} as const satisfies Record<string, { meaning: string; action: string }>;

export type AlertKind = keyof typeof ALERTS;

/** Something that is wrong now. The subject tells alerts of one kind apart: a dataset, a payment, a machine; empty where there is one only. */
export interface Trouble {
  kind: AlertKind;
  subject: string;
  says: string;
}

export const DISK_LOW_BYTES = 500 * MEGABYTE;
const OVERDUE_FACTOR = 2;
/** More than one paid call in this many. */
const CALLS_PER_FAILURE = 100;

/** `age` counts from the installation where the dataset was never read. */
export const isOverdue = (ageSeconds: number, slaSeconds: number): boolean => ageSeconds > OVERDUE_FACTOR * slaSeconds;

export const areTooManyErrors = ({ failed, ended }: { failed: number; ended: number }): boolean => failed * CALLS_PER_FAILURE > ended;

/** Measures that may cross their limit back and forth. They are over once they have kept below it for so long. */
const CALM_MS = 10 * MINUTE_MS;
const MEASURES: ReadonlySet<string> = new Set<AlertKind>(["disk_low", "paid_errors"]);

/** Whether an alert that is not found any more is over, or may be found again soon. */
export const isCalm = ({ kind, confirmedAt }: { kind: string; confirmedAt: Date }, now: Date): boolean =>
  !MEASURES.has(kind) || now.getTime() - confirmedAt.getTime() >= CALM_MS;
