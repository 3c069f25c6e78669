import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { rowsOf } from "../stores/rows-of";
import { queueFires } from "@/db/queries/watches/watch-deliveries";
import { accounts } from "@/db/schema/accounts";
import { watches } from "@/db/schema/watches";

const DAY_MS = 86_400_000;
const newId = (prefix: "wat" | "dlv") => `${prefix}_${randomBytes(12).toString("hex")}`;

export interface WatchRow {
  url: string;
  fireCap?: number;
  sealedSecret?: string | null;
  now?: Date;
}

/** Inserts active watches directly, without paid calls. Each has an account of its own, as one account may have few deliveries a minute. */
export async function addWatches(db: Db, rows: readonly WatchRow[]): Promise<string[]> {
  const owners = rows.map(() => ({ kind: "customer" as const, createdAt: new Date() }));
  const added = await db.insert(accounts).values(owners).returning({ id: accounts.id });
  const made = rows.map(({ url, fireCap = 100, sealedSecret = null, now = new Date() }, index) => ({
    id: newId("wat"),
    accountId: added[index]?.id ?? 0,
    paidBy: newId("wat"),
    status: "active" as const,
    spec: { type: "price" as const, model: "A Model", field: "inputPrice" as const, op: "changes" as const },
    subjects: [],
    callbackUrl: url,
    callbackHost: new URL(url).hostname,
    sealedSecret,
    fireCap,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 90 * DAY_MS),
    lastStates: {},
  }));
  for (let start = 0; start < made.length; start += 200) await db.insert(watches).values(made.slice(start, start + 200));
  return made.map(({ id }) => id);
}

/** Queues one fire per watch, in this order; returns the ids of the fires. */
export async function addFires(db: Db, watchIds: readonly string[], firedAt = new Date()): Promise<string[]> {
  const match = {
    type: "price" as const,
    model: "A Model",
    provider: "maker",
    field: "inputPrice" as const,
    op: "changes" as const,
    from: 1,
    to: 2,
    delta_pct: 100,
  };
  const fires = watchIds.map((watchId) => ({ id: newId("dlv"), watchId, firedAt, match }));
  await queueFires(db, fires);
  return fires.map(({ id }) => id);
}

export interface Attempt {
  id: string;
  watch_id: string;
  state: string;
  outcome: string | null;
  http_status: number | null;
  detail: string | null;
  fire_count: number | null;
}

export const attempts = (db: Db): Promise<Attempt[]> =>
  rowsOf<Attempt>(db, sql`select id, watch_id, state, outcome, http_status, detail, fire_count from watch_deliveries order by seq`);
