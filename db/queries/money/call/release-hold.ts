import { sql, type SQL } from "drizzle-orm";
import { at, firstOf, type Db } from "@/db/client";
import { orNull, rowsOf, time, type RowOf } from "@/db/statements";
import { FAULTS, UNCHARGED, type Breaker } from "@/lib/domain/money/call-breakers";
import { countCall } from "./call-counters";
import { finishedAnswerRow, storeAnswersStep } from "./holds";
import { noChargeInsert } from "./no-charge";
import { receiptInsert, type ReceiptRow } from "@/db/queries/receipts/receipts";
import type { AnswerKey, FinishedResponse } from "./stored-answers";
import { setUncharged, type AnsweredWaiver } from "./uncharged-hold";

export interface ReleaseCall {
  holdId: string;
  receipt: ReceiptRow | null;
  stored: AnswerKey | null;
  answer: FinishedResponse | null;
  waiver: (AnsweredWaiver & { isFault: boolean }) | null;
  now: Date;
}

/** When one token's open breakers close again; null for a closed breaker. */
const BREAKERS = { abuseTrippedUntil: orNull(time), unchargedTrippedUntil: orNull(time) };

export type OpenBreakers = RowOf<typeof BREAKERS>;

const UNCOUNTED = sql`select null::timestamptz as tripped_until`;
/** Selects a row only if the hold was open and no breaker opened. For use after the CTEs `hold` and `refusal`. */
const IF_ANSWERED = sql`from hold where not exists (select from refusal)`;

function storeOrFreeKey(stored: AnswerKey | null, answer: FinishedResponse | null): SQL {
  if (!stored) return sql``;
  const isAnswered = answer ? sql`exists (select ${IF_ANSWERED})` : sql`false`;
  const freed = sql`
    , freed as (
      delete from stored_answers where scope = ${stored.scope} and key = ${stored.key} and status is null and exists (select from hold) and not ${isAnswered}
    )`;
  return answer ? sql`, kept as (${storeAnswersStep(finishedAnswerRow(stored, answer), isAnswered)})${freed}` : freed;
}

/**
 * Returns the held credits. With a waiver it counts the answer against its token and writes the public record and the
 * receipt. If that opens a breaker, nothing is written and the answer must not be sent. Null when the hold was gone.
 */
export async function releaseHold(db: Db, { holdId, receipt, stored, answer, waiver, now }: ReleaseCall): Promise<OpenBreakers | null> {
  const count = (kind: "abuse" | "uncharged", breaker: Breaker): SQL =>
    countCall(sql`${`${kind}:`} || open.token_id`, sql`open where open.token_id is not null`, breaker, at(now));
  const outcome = waiver ? sql`, ${setUncharged(waiver, receipt, sql`exists (select from refusal)`)}` : sql``;
  return rowsOf(
    db,
    BREAKERS,
    sql`
    with open as (
      select id, token_id from holds where id = ${holdId} and status = 'reserved' for update
    ), faults as (${waiver?.isFault ? count("abuse", FAULTS) : UNCOUNTED}
    ), uncharged as (${waiver ? count("uncharged", UNCHARGED) : UNCOUNTED}
    ), refusal as (
      select faults.tripped_until as abuse_until, uncharged.tripped_until as uncharged_until from faults full join uncharged on true
      where faults.tripped_until > ${at(now)} or uncharged.tripped_until > ${at(now)}
    ), hold as (
      update holds h set status = 'released', resolved_at = ${at(now)}${outcome} from open where h.id = open.id and h.status = 'reserved' returning h.id, h.account_id, h.credits
    ), account as (
      update accounts a set held = a.held - hold.credits from hold where a.id = hold.account_id
    ), record as (${waiver ? noChargeInsert({ ...waiver, at: now, receiptId: receipt?.id ?? null }, IF_ANSWERED) : sql`select 1`}
    ), proof as (${receipt ? receiptInsert(receipt, IF_ANSWERED) : sql`select 1`}
    )${storeOrFreeKey(stored, answer)}
    select (select abuse_until from refusal where abuse_until > ${at(now)}) as "abuseTrippedUntil",
      (select uncharged_until from refusal where uncharged_until > ${at(now)}) as "unchargedTrippedUntil" from hold`,
  ).then(firstOf);
}
