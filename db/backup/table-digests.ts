import { createHash } from "node:crypto";
import type { BackupEnd } from "@/lib/schemas/backup";

const MODULUS = 1n << 64n;

/** Digests of tables, independent of row order, to compare what was dumped with what was loaded. */
export class TableDigests {
  readonly #tables = new Map<string, { rows: number; sum: bigint }>();

  /** Registers the table, because a table without rows counts too. */
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

export function differingTables(a: BackupEnd["tables"], b: BackupEnd["tables"]): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => a[name]?.rows !== b[name]?.rows || a[name]?.sum !== b[name]?.sum);
}
