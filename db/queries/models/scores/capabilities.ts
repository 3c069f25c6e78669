import { asc, eq } from "drizzle-orm";
import type { Db } from "@/db/client";
import { beginSpans, covers, dropSpans, endSpans, listOpenSpans } from "@/db/queries/history/spans";
import { deleteRows, upsertRows } from "@/db/queries/upsert-rows";
import { benchmarkModels, capabilities } from "@/db/schema/benchmarks";
import { capabilitySpans } from "@/db/schema/history";
import type { OpenSpan } from "@/lib/domain/history/history-spans";

export type CapabilityRow = typeof capabilities.$inferSelect;
export type CapabilitySpan = typeof capabilitySpans.$inferSelect;

export const listCapabilityModels = async (db: Db): Promise<Pick<CapabilityRow, "model">[]> =>
  db.select({ model: capabilities.model }).from(capabilities);
export const saveCapabilities = async (tx: Db, rows: readonly CapabilityRow[]): Promise<void> => upsertRows(tx, capabilities, rows);
export const deleteCapabilities = async (tx: Db, keys: readonly Pick<CapabilityRow, "model">[]): Promise<void> =>
  deleteRows(tx, capabilities, keys);

/** Each ability with what is known of its model, the ablest first. */
export const listCapabilities = async (db: Db) => {
  const { name, makerId, released, names } = benchmarkModels;
  const rows = await db
    .select({ capability: capabilities, name, makerId, released, names })
    .from(capabilities)
    .innerJoin(benchmarkModels, eq(benchmarkModels.key, capabilities.model));
  return rows
    .map(({ capability, names: written, ...model }) => ({ ...capability, ...model, names: written ?? [] }))
    .toSorted((a, b) => b.ability - a.ability || a.model.localeCompare(b.model, "en"));
};

export type ListedCapability = Awaited<ReturnType<typeof listCapabilities>>[number];

export const listOpenCapabilitySpans = async (db: Db): Promise<OpenSpan[]> => listOpenSpans(db, capabilitySpans);
export const endCapabilitySpans = async (tx: Db, spans: readonly OpenSpan[], lastDate: string): Promise<void> =>
  endSpans(tx, capabilitySpans, spans, lastDate);
export const dropCapabilitySpans = async (tx: Db, spans: readonly OpenSpan[]): Promise<void> => dropSpans(tx, capabilitySpans, spans);
export const beginCapabilitySpans = async (tx: Db, rows: readonly CapabilitySpan[]): Promise<void> => beginSpans(tx, capabilitySpans, rows);

export const listCapabilitiesOn = async (db: Db, date: string): Promise<CapabilitySpan[]> =>
  db.select().from(capabilitySpans).where(covers(capabilitySpans, date)).orderBy(asc(capabilitySpans.benchmarkKey));
