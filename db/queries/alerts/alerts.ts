import { eq, lt, sql, type SQL } from "drizzle-orm";
import { at, type Db } from "@/db/client";
import { alertChanges, alerts } from "@/db/schema/alerts";
import { rowsOf, run, type RowOf } from "@/db/statements";

export type RaisedAlert = typeof alerts.$inferSelect;
export type AlertChange = Pick<typeof alertChanges.$inferSelect, "deliveryId" | "kind" | "subject" | "change" | "says" | "at">;

export const listRaised = (db: Db): Promise<RaisedAlert[]> => db.select().from(alerts).orderBy(alerts.kind, alerts.subject);

/** `from` names the step in whose row the change depends: no row there, no change. */
const noteChange = ({ deliveryId, kind, subject, change, says, at: moment }: AlertChange, from: SQL): SQL => sql`
  insert into alert_changes (delivery_id, kind, subject, change, says, at, due_at)
  select ${deliveryId}::text, ${kind}::text, ${subject}::text, ${change}::text, ${says}::text, ${at(moment)}, ${at(moment)} ${from}
  on conflict (delivery_id) do nothing returning 1`;

type Raising = Omit<AlertChange, "change">;

/** True for the one process that finds it first; later findings confirm it. */
export async function raiseAlert(db: Db, raising: Raising): Promise<boolean> {
  const { kind, subject, says, at: moment } = raising;
  const noted = await run(
    db,
    sql`with confirmed as (
      update alerts set confirmed_at = ${at(moment)}, says = ${says} where kind = ${kind} and subject = ${subject} returning 1
    ), raised as (
      insert into alerts (kind, subject, says, raised_at, confirmed_at)
      select ${kind}::text, ${subject}::text, ${says}::text, ${at(moment)}, ${at(moment)} where not exists (select from confirmed)
      on conflict do nothing returning 1
    ) ${noteChange({ ...raising, change: "raised" }, sql`from raised`)}`,
  );
  return noted > 0;
}

/** True for the one process that clears it. */
export async function clearAlert(db: Db, clearing: Raising): Promise<boolean> {
  const { kind, subject } = clearing;
  const noted = await run(
    db,
    sql`with cleared as (delete from alerts where kind = ${kind} and subject = ${subject} returning 1)
      ${noteChange({ ...clearing, change: "cleared" }, sql`from cleared`)}`,
  );
  return noted > 0;
}

/** Notes a change that was found while the database was away. Once per delivery id. */
export const noteAlertChange = async (db: Db, change: AlertChange): Promise<boolean> => (await run(db, noteChange(change, sql``))) > 0;

const CLAIMED = {
  id: alertChanges.id,
  deliveryId: alertChanges.deliveryId,
  kind: alertChanges.kind,
  subject: alertChanges.subject,
  change: alertChanges.change,
  says: alertChanges.says,
  at: alertChanges.at,
  attempts: alertChanges.attempts,
};
export type ClaimedChange = RowOf<typeof CLAIMED>;

/** The oldest change that is due, for one process at a time. Changes of one alert are told in order. */
export async function claimAlertChange(db: Db, now: Date, leaseUntil: Date): Promise<ClaimedChange | null> {
  const [row] = await rowsOf(
    db,
    CLAIMED,
    sql`
    update alert_changes set attempts = attempts + 1, due_at = ${at(leaseUntil)}
    where due_at <= ${at(now)} and ended_at is null and id = (
      select c.id from alert_changes c where c.ended_at is null and c.due_at <= ${at(now)}
        and not exists (select from alert_changes e where e.ended_at is null and e.kind = c.kind and e.subject = c.subject and e.id < c.id)
      order by c.id limit 1
    )
    returning id, delivery_id as "deliveryId", kind, subject, change, says, at, attempts`,
  );
  return row ?? null;
}

export async function endAlertChange(db: Db, id: number, outcome: string, now: Date): Promise<void> {
  await db.update(alertChanges).set({ endedAt: now, outcome }).where(eq(alertChanges.id, id));
}

export async function postponeAlertChange(db: Db, id: number, outcome: string, dueAt: Date): Promise<void> {
  await db.update(alertChanges).set({ dueAt, outcome }).where(eq(alertChanges.id, id));
}

export async function pruneAlertChanges(db: Db, before: Date): Promise<number> {
  const gone = await db.delete(alertChanges).where(lt(alertChanges.endedAt, before)).returning({ id: alertChanges.id });
  return gone.length;
}
