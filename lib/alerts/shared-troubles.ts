import type { Db } from "@/db/client";
import { countPaidCalls, listUnmatchedPayments } from "@/db/queries/alerts/troubles";
import { findInstalledAt } from "@/db/queries/installation";
import { findLastCheck } from "@/db/queries/money/ledger/ledger-check";
import { unreadWords } from "@/lib/domain/freshness/age-words";
import { areTooManyErrors, isOverdue, type AlertKind, type Trouble } from "@/lib/domain/alerts/alerts";
import { HOUR_MS, MINUTE_MS } from "@/lib/domain/basics/time";
import { formatSeconds, plural } from "@/lib/domain/pages/format";
import { formatUsd, UNITS_PER_CREDIT } from "@/lib/domain/money/credits";
import { checksummed } from "@/lib/money/chain/chain";
import { inEther, isLow } from "@/lib/money/chain/gas";
import { configuredX402 } from "@/lib/money/chain/x402";
import { datasetFreshness } from "@/lib/loaders/freshness/freshness";
import type { Evaluation } from "./note-changes";

const FAULTS_NAMED = 3;
const UNMATCHED_MS = HOUR_MS;
/** Most troubles with an alert each. Further troubles share an alert, and get their own when the first are settled. */
const UNMATCHED_AT_MOST = 100;
const OTHER_PAYMENTS = "others";
const ERRORS_WINDOW_MS = 5 * MINUTE_MS;

async function ledgerTroubles(db: Db): Promise<Trouble[]> {
  const { faults, checkedAt } = await findLastCheck(db);
  if (faults.length === 0 || checkedAt === null) return [];
  const named = faults.slice(0, FAULTS_NAMED).join("; ");
  return [
    {
      kind: "ledger_out_of_balance",
      subject: "",
      says: `${plural(faults.length, "fault")}, checked at ${checkedAt.toISOString()}: ${named}`,
    },
  ];
}

async function datasetTroubles(db: Db, now: Date): Promise<Trouble[]> {
  const installedAt = await findInstalledAt(db);
  const installedSeconds = (now.getTime() - installedAt.getTime()) / 1000;
  return (await datasetFreshness(db, now)).flatMap(({ dataset, ageSeconds, slaSeconds, capturedAt, vainAttempts: attempts }) =>
    slaSeconds === null || !isOverdue(ageSeconds ?? installedSeconds, slaSeconds)
      ? []
      : [
          {
            kind: "dataset_overdue" as const,
            subject: dataset,
            says: `${capturedAt === null ? unreadWords(attempts) : `last read whole at ${capturedAt.toISOString()}`}; promised within ${formatSeconds(slaSeconds)}`,
          },
        ],
  );
}

async function paymentTroubles(db: Db, now: Date): Promise<Trouble[]> {
  const payments = await listUnmatchedPayments(db, {
    observedBefore: new Date(now.getTime() - UNMATCHED_MS),
    leastUnits: UNITS_PER_CREDIT,
    limit: UNMATCHED_AT_MOST,
  });
  const troubles = payments.map(({ txHash, logIndex, sender, units, observedAt }) => ({
    kind: "payment_unmatched" as const,
    subject: `${txHash}:${logIndex}`,
    says: `${formatUsd(units)} USDC from ${sender}, seen at ${observedAt.toISOString()}`,
  }));
  const others = (payments[0]?.total ?? 0) - payments.length;
  if (others === 0) return troubles;
  const says = `${plural(others, "more payment")}, seen after the ${payments.length} that have alerts of their own`;
  return [...troubles, { kind: "payment_unmatched", subject: OTHER_PAYMENTS, says }];
}

async function errorTroubles(db: Db, now: Date): Promise<Trouble[]> {
  const counted = await countPaidCalls(db, new Date(now.getTime() - ERRORS_WINDOW_MS));
  if (!areTooManyErrors(counted)) return [];
  return [{ kind: "paid_errors", subject: "", says: `${counted.failed} of ${counted.ended} paid calls of 5 minutes failed` }];
}

/** Null while the chain does not say. */
async function settlerTroubles(): Promise<Trouble[] | null> {
  const settler = configuredX402()?.settler;
  if (!settler) return [];
  const gas = await settler.gasState().catch(() => null);
  if (gas === null) return null;
  const subject = checksummed(settler.address);
  return isLow(gas) ? [{ kind: "settler_low", subject, says: `${subject} has ${inEther(gas.balance)} ether` }] : [];
}

const SHARED: ReadonlySet<string> = new Set<AlertKind>(["ledger_out_of_balance", "dataset_overdue", "payment_unmatched", "paid_errors"]);

/** A machine confirms its troubles once a minute. After this long without it, machine and alerts count as gone. */
const CONFIRMED_WITHIN_MS = 15 * MINUTE_MS;

/** Finds troubles of the whole service in the database. It also covers alerts of machines that no longer confirm them. */
export async function sharedTroubles(db: Db, now: Date): Promise<Evaluation> {
  const found = [await ledgerTroubles(db), await datasetTroubles(db, now), await paymentTroubles(db, now), await errorTroubles(db, now)];
  const ofSettler = await settlerTroubles();
  const goneBefore = now.getTime() - CONFIRMED_WITHIN_MS;
  return {
    troubles: [...found.flat(), ...(ofSettler ?? [])],
    covers: ({ kind, confirmedAt }) =>
      kind === "settler_low" ? ofSettler !== null : SHARED.has(kind) || confirmedAt.getTime() < goneBefore,
  };
}
