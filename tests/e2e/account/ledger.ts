import { createHash } from "node:crypto";
import type pg from "pg";
import { withDatabase } from "../breakage";

async function accountOf(client: pg.Client, token: string): Promise<{ accountId: number; tokenId: number }> {
  const hash = createHash("sha256").update(token).digest("hex");
  const { rows } = await client.query('select account_id::int as "accountId", id::int as "tokenId" from tokens where hash = $1', [hash]);
  return rows[0] as { accountId: number; tokenId: number };
}

/** What the journal says of a token's account: credits by kind of movement, and what it has. */
export const ledgerOf = (token: string): Promise<{ used: number; usages: number; bought: number; posted: number; held: number }> =>
  withDatabase(async (client) => {
    const { accountId } = await accountOf(client, token);
    const { rows } = await client.query(
      `select coalesce(-sum(e.amount) filter (where t.kind = 'usage'), 0)::int as used, (count(*) filter (where t.kind = 'usage'))::int as usages,
         coalesce(sum(e.amount) filter (where t.kind = 'purchase'), 0)::int as bought, sum(e.amount)::int as posted,
         (select held::int from accounts where id = $1) as held
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where e.account_id = $1 and e.unit = 'credit'`,
      [accountId],
    );
    return rows[0] as { used: number; usages: number; bought: number; posted: number; held: number };
  });

const PATHS = ["routing", "news/search", "providers/{name}", "whats-new", "compare/models", "cost/projection", "forecast", "watches"];

const planted: number[] = [];

/** Planted calls are in no journal: once their tests are over they would be faults of the ledger. */
export const removePlantedUsage = (): Promise<unknown> =>
  withDatabase((client) => client.query("delete from holds where account_id = any($1)", [planted.splice(0)]));

/** Ninety days of heavy use, written as its calls would have left it; they show, and are in no journal. */
export const plantUsage = (token: string, { days, callsADay }: { days: number; callsADay: number }): Promise<void> =>
  withDatabase(async (client) => {
    const { accountId, tokenId } = await accountOf(client, token);
    planted.push(accountId);
    await client.query(
      `insert into holds (id, account_id, token_id, credits, status, method, endpoint, created_at, resolved_at, receipt_id, no_charge_reason, answer_status, request_id)
       select 'hold_' || left(md5($1::text || '-' || day || '-' || call), 16), $1::bigint, $2::bigint, 1 + (call + day) % 3, case when is_free then 'released' else 'captured' end, 'GET',
         '/api/premium/' || ($5::text[])[1 + (call * 7 + day) % array_length($5::text[], 1)], at, at, 'rcpt_' || left(md5(day || ' ' || call), 16),
         case when is_free then (array['stale_data', 'caller_fault', '5xx', 'empty_result'])[1 + call % 4] end,
         case when is_free then (array[200, 404, 500, 200])[1 + call % 4] end,
         case when is_free and call % 4 in (1, 2) then 'req_' || left(md5(call || ' ' || day), 16) end
       from generate_series(0, $3::int - 1) day, generate_series(1, $4::int) call,
         lateral (select call % 9 = 0 and day < 30 as is_free, now() - day * interval '1 day' - call * interval '1 second' as at) as facts`,
      [accountId, tokenId, days, callsADay, PATHS],
    );
  });
