import { createHash } from "node:crypto";
import type { BackupEnd } from "@/lib/schemas/backup";

const MODULUS = 1n << 64n;

/** Digests of tables that do not depend on the order of their rows: what was written and what was loaded are compared by them. */
export class TableDigests {
  readonly #tables = new Map<string, { rows: number; sum: bigint }>();

  /** A table without rows counts too. */
  begin(table: string): void {
    this.#tables.set(table, { rows: 0, sum: 0n });
  }

  add(table: string, line: string): void {
    const digest = this.#tables.get(table);
    if (!digest) throw new Error(`the table ${table} was not begun`);
    digest.rows += 1;
    digest.sum = (digest.sum + createHash("sha256").update(line).digest().readBigUInt64BE(0)) % MODULUS;
  }

  toJson(): BackupEnd["tables"] {
    return Object.fromEntries([...this.#tables].map(([table, { rows, sum }]) => [table, { rows, sum: sum.toString(16) }]));
  }
}

/** Names of the tables in which two sets of digests differ. */
export function differingTables(a: BackupEnd["tables"], b: BackupEnd["tables"]): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name]?.rows !== b[name]?.rows || a[name]?.sum !== b[name]?.sum);
}
