import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { listDeliveries, type Delivery } from "@/db/queries/watches/watch-deliveries";
import { watches } from "@/db/schema/watches";
import { fundedAccount } from "../money/paid-calls";

export const WATCH_TABLES = "watch_deliveries, watches, daily_uses";

type Row = typeof watches.$inferSelect;

/** An active watch as a paid call creates it, by default with an account of its own. */
export async function aWatch(db: Db, over: Partial<Row> = {}): Promise<Row> {
  const createdAt = over.createdAt ?? new Date();
  const [row] = await db
    .insert(watches)
    .values({
      id: `wat_${randomBytes(12).toString("hex")}`,
      accountId: over.accountId ?? (await fundedAccount(db, 0)).accountId,
      paidBy: `test:${randomBytes(8).toString("hex")}`,
      status: "active",
      spec: { type: "price", model: "claude-opus-4-5", field: "inputPrice", op: "lt", threshold: 5 },
      subjects: ["anthropic/claude-opus-4-5"],
      callbackUrl: "https://93.184.215.14/hook",
      callbackHost: "93.184.215.14",
      fireCap: 100,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 90 * 86_400_000),
      lastStates: {},
      ...over,
    })
    .returning();
  return row as Row;
}

export async function watchRow(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(watches).where(eq(watches.id, id));
  return row as Row;
}

export const deliveriesOf = async (db: Db, id: string): Promise<Delivery[]> => (await listDeliveries(db, id, 1000)).toReversed();

/** `[from, to]` of each fire, oldest first. */
export const firesOf = async (db: Db, id: string): Promise<unknown[]> =>
  (await deliveriesOf(db, id))
    .filter(({ kind }) => kind === "fire")
    .map(({ match }) => (match && "from" in match ? [match.from, match.to] : match?.type));
