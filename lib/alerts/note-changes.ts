import { clearAlert, listRaised, raiseAlert, type RaisedAlert } from "@/db/queries/alerts/alerts";
import type { Db } from "@/db/client";
import { isCalm, type Trouble } from "@/lib/domain/alerts/alerts";
import { log } from "@/lib/config/log";
import { newDeliveryId } from "./alert-body";

export interface Evaluation {
  troubles: readonly Trouble[];
  /** Which raised alerts this evaluation looked at: those of them that it found no more are over. */
  covers(alert: RaisedAlert): boolean;
}

const isSame = (one: Pick<Trouble, "kind" | "subject">, other: Pick<RaisedAlert, "kind" | "subject">): boolean =>
  one.kind === other.kind && one.subject === other.subject;

/** Raises what is new and clears what is over; of several processes one notes each change. */
export async function noteChanges(db: Db, { troubles, covers }: Evaluation, now: Date): Promise<{ raised: number; cleared: number }> {
  const counts = { raised: 0, cleared: 0 };
  for (const trouble of troubles) {
    if (!(await raiseAlert(db, { ...trouble, deliveryId: newDeliveryId(), at: now }))) continue;
    counts.raised += 1;
    log.error("alert raised", { alert: trouble.kind, subject: trouble.subject, says: trouble.says });
  }
  const isOver = (alert: RaisedAlert): boolean =>
    covers(alert) && isCalm(alert, now) && !troubles.some((trouble) => isSame(trouble, alert));
  const over = (await listRaised(db)).filter(isOver);
  for (const { kind, subject, says, raisedAt, confirmedAt } of over) {
    const was = `found from ${raisedAt.toISOString()} to ${confirmedAt.toISOString()}: ${says}`;
    if (!(await clearAlert(db, { kind, subject, says: was, deliveryId: newDeliveryId(), at: now }))) continue;
    counts.cleared += 1;
    log.info("alert cleared", { alert: kind, subject, says: was });
  }
  return counts;
}
