import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { billOf, type BilledLine, type BillSum } from "@/lib/domain/models/bill/bill";
import { shownUsd } from "@/lib/domain/models/bill/exact-usd";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import { readUsage } from "@/lib/domain/models/usage/read-usage";
import type { Cells } from "@/lib/domain/models/usage/read-cells";
import { CommandFailure } from "../exit-codes";
import { BookNames } from "./book-names";

const MOST_LEFT_OUT_SHOWN = 100;

/** Reads a book in JSON Lines, a row a line. */
export async function readBook(path: string): Promise<BookNames> {
  const rows: BookRow[] = [];
  for await (const line of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity })) {
    if (line === "") continue;
    try {
      rows.push(JSON.parse(line) as BookRow);
    } catch {
      throw new CommandFailure("usage", "book_unreadable", `${path} is no price book in JSON Lines.`, "Remove it; it is downloaded again.");
    }
  }
  return new BookNames(rows);
}

interface Sum {
  lines: number;
  priced: number;
  usd: number;
}

export interface OfflineBill {
  read: { format: string | null; lines: number; left_out: { line: number; reason: string }[]; left_out_count: number; ignored: string[] };
  total: Sum;
  by_model: ({ model_id: string; notes: readonly string[] } & Sum)[];
  by_month: ({ month: string } & Sum)[];
  /** Lines without a price, by reason. */
  unpriced: Record<string, number>;
}

export interface PricedRow {
  line: number;
  query: string;
  model_id: string | null;
  at: string;
  usd: number | null;
  reason?: string;
}

const NO_SUM: BillSum = { lines: 0, priced: 0, cost: 0n };
const shown = ({ lines, priced, cost }: BillSum): Sum => ({ lines, priced, usd: shownUsd(cost) });

function addTo(sums: Map<string, BillSum>, entries: readonly (readonly [string, BillSum])[]): void {
  for (const [key, { lines, priced, cost }] of entries) {
    const sum = sums.get(key) ?? NO_SUM;
    sums.set(key, { lines: sum.lines + lines, priced: sum.priced + priced, cost: sum.cost + cost });
  }
}

const toRow = ({ line, model, priced, reason }: BilledLine, offset: number): PricedRow => ({
  line: line.line + offset,
  query: line.model,
  model_id: model?.key ?? null,
  at: new Date(line.from).toISOString(),
  usd: priced.cost === null ? null : shownUsd(priced.cost),
  ...(reason === null ? {} : { reason }),
});

/** Prices usage part by part. It keeps a part's sums alone, so that any number of lines takes the same memory. */
export class OfflinePricing {
  private readonly totals = new Map<string, BillSum>();
  private readonly models = new Map<string, BillSum>();
  private readonly months = new Map<string, BillSum>();
  private readonly notes = new Map<string, readonly string[]>();
  private readonly ignored = new Set<string>();
  private readonly unpriced = new Map<string, number>();
  private readonly leftOut: { line: number; reason: string }[] = [];
  private leftOutCount = 0;
  private seen = 0;
  private format: string | null = null;

  constructor(
    private readonly book: BookNames,
    private readonly now: Date,
  ) {}

  get linesSeen(): number {
    return this.seen;
  }

  add(rows: readonly Cells[]): PricedRow[] {
    const offset = this.seen;
    this.seen += rows.length;
    const { format, lines, leftOut, ignored } = readUsage(rows);
    this.format ??= format.id;
    for (const name of ignored) this.ignored.add(name);
    this.leftOutCount += leftOut.length;
    const shownOnes = leftOut.slice(0, MOST_LEFT_OUT_SHOWN - this.leftOut.length);
    this.leftOut.push(...shownOnes.map(({ line, reason }) => ({ line: line + offset, reason })));
    const bill = billOf(lines, { modelOf: (line) => this.book.modelOf(line), now: this.now });
    addTo(this.totals, [["total", bill.total]]);
    addTo(this.models, bill.byModel);
    addTo(this.months, bill.byMonth);
    for (const { model, reason } of bill.lines) {
      if (model) this.notes.set(model.key, model.notes);
      if (reason !== null) this.unpriced.set(reason, (this.unpriced.get(reason) ?? 0) + 1);
    }
    return bill.lines.map((line) => toRow(line, offset));
  }

  result(): OfflineBill {
    const byCost = ([, one]: [string, BillSum], [, other]: [string, BillSum]): number =>
      one.cost === other.cost ? 0 : one.cost > other.cost ? -1 : 1;
    return {
      read: {
        format: this.format,
        lines: this.seen,
        left_out: this.leftOut,
        left_out_count: this.leftOutCount,
        ignored: [...this.ignored],
      },
      total: shown(this.totals.get("total") ?? NO_SUM),
      by_model: [...this.models].toSorted(byCost).map(([id, sum]) => ({ model_id: id, notes: this.notes.get(id) ?? [], ...shown(sum) })),
      by_month: [...this.months].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, sum]) => ({ month, ...shown(sum) })),
      unpriced: Object.fromEntries(this.unpriced),
    };
  }
}
