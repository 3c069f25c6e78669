import type { z } from "zod";
import { roundTo } from "@/lib/domain/basics/arithmetic";
import type { BookRow } from "@/lib/domain/history/price-book/book-row";
import type { Bill, BilledLine, BilledModel, BillSum } from "@/lib/domain/models/bill/bill";
import { shownUsd, SHOWN_DECIMALS } from "@/lib/domain/models/bill/exact-usd";
import type { ReadUsage } from "@/lib/domain/models/usage/read-usage";
import type { BillAnswer, BillCharge, BillLine, BillReading } from "@/lib/schemas/models/bill";
import { matchNoteOf } from "@/lib/schemas/models/matched-model";
import { csvText } from "@/lib/sources/workers/files/csv-text";
import { priceSourcesNamed } from "./attribution";

type Line = z.input<typeof BillLine>;
type Reading = z.input<typeof BillReading>;
type Answer = z.input<z.ZodObject<typeof BillAnswer>>;

/** The prices that lines were charged at, each once. */
class Readings {
  private readonly ids = new Map<BookRow, number>();
  readonly list: Reading[] = [];

  idOf(row: BookRow): number {
    const known = this.ids.get(row);
    if (known !== undefined) return known;
    const id = this.list.length;
    this.ids.set(row, id);
    this.list.push({ id, rule: row.condition?.kind ?? "list_price", ...row });
    return id;
  }
}

const isoOf = (ms: number): string => new Date(ms).toISOString();
const difference = (stated: number, usd: number): number => roundTo(stated - usd, SHOWN_DECIMALS);

function comparedWith(stated: number | null, usd: number | null): Pick<Line, "stated_usd" | "difference_usd"> {
  if (stated === null) return {};
  return usd === null ? { stated_usd: stated } : { stated_usd: stated, difference_usd: difference(stated, usd) };
}

function toLine({ line, model, candidates, priced, reason }: BilledLine, readings: Readings): Line {
  const usd = priced.cost === null ? null : shownUsd(priced.cost);
  return {
    line: line.line,
    query: line.model,
    model_id: model?.key ?? null,
    from: isoOf(line.from),
    to: isoOf(line.to),
    usd,
    charges: priced.charges.map(({ kind, quantity, price, cost }): z.input<typeof BillCharge> => ({
      kind,
      quantity,
      usd: cost === null ? null : shownUsd(cost),
      reading: price && readings.idOf(price.row),
    })),
    confidence: priced.confidence,
    not_counted: priced.notCounted,
    assumed: priced.assumed,
    ...(reason === null ? {} : { reason }),
    ...(candidates.length === 0 ? {} : { candidates: [...candidates] }),
    ...comparedWith(line.statedUsd, usd),
  };
}

const toSum = ({ lines, priced, cost }: BillSum) => ({ lines, priced, usd: shownUsd(cost) });

/** What was billed for the lines whose cost is known, beside that cost. */
function totalOf({ total, lines }: Bill): Answer["total"] {
  const compared = lines.flatMap(({ line, priced }) =>
    line.statedUsd === null || priced.cost === null ? [] : [{ stated: line.statedUsd, cost: priced.cost }],
  );
  if (compared.length === 0) return { ...toSum(total), stated_usd: null, difference_usd: null };
  const stated = roundTo(
    compared.reduce((sum, one) => sum + one.stated, 0),
    SHOWN_DECIMALS,
  );
  const own = shownUsd(compared.reduce((sum, { cost }) => sum + cost, 0n));
  return { ...toSum(total), stated_usd: stated, difference_usd: difference(stated, own) };
}

function byModelOf({ lines, byModel }: Bill): Answer["by_model"] {
  const models = new Map(lines.flatMap(({ model }): [string, BilledModel][] => (model ? [[model.key, model]] : [])));
  return byModel.map(([key, sum]) => {
    const { name, provider, notes } = models.get(key) as BilledModel;
    return { model_id: key, model: name, provider, match_note: matchNoteOf(notes), ...toSum(sum) };
  });
}

const OF_LINE = ["line", "query", "model_id", "from", "to"] as const;
const OF_CHARGE = ["kind", "quantity", "usd"] as const;
const OF_READING = [
  "rule",
  "unit",
  "price_usd",
  "effective_from",
  "effective_to",
  "last_validated_at",
  "source",
  "source_url",
  "confidence",
] as const;
const OF_WHOLE_LINE = ["not_counted", "assumed", "reason", "stated_usd"] as const;

/** A row for each charge; a line without one has a row of its own. */
function tableOf(lines: readonly Line[], readings: readonly Reading[]): string {
  const rows = lines.flatMap((line) => {
    const charges = line.charges.length === 0 ? [null] : line.charges;
    return charges.map((charge) => {
      const reading = typeof charge?.reading === "number" ? readings[charge.reading] : undefined;
      return [
        ...OF_LINE.map((name) => line[name]),
        ...OF_CHARGE.map((name) => charge?.[name] ?? null),
        ...OF_READING.map((name) => reading?.[name] ?? null),
        ...OF_WHOLE_LINE.map((name) => line[name] ?? null),
      ];
    });
  });
  return csvText({ columns: [...OF_LINE, ...OF_CHARGE, ...OF_READING, ...OF_WHOLE_LINE], rows });
}

const NOTES = [
  "List prices in force at the time of each line, in USD: without discounts, taxes and what an agreement of yours says.",
  "What a price depends on and a line does not decide stands in its `not_counted`.",
];

function notesOf({ lines, total }: Bill, { leftOut, ignored }: ReadUsage): string[] {
  const counts = [
    [total.lines - total.priced, "Lines without a price, for the `reason` that each names, which are in no sum"],
    [leftOut.length, "Lines that could not be read as usage, which stand in `read.left_out`"],
    [lines.filter(({ priced }) => priced.notCounted.length > 0).length, "Lines that leave open what their price depends on"],
    [
      lines.filter(({ priced }) => priced.assumed.length > 0).length,
      "Lines that do not say how long their cache lasts, taken for five minutes",
    ],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, words]) => `${words}: ${count}.`);
  return [...NOTES, ...told, ...(ignored.length > 0 ? [`Columns that nothing is known of were ignored: ${ignored.join(", ")}.`] : [])];
}

/** The bill as it is answered: its lines as objects, or as a table in CSV. */
export function billAnswer(bill: Bill, usage: ReadUsage, { format, now }: { format: "json" | "csv"; now: Date }): Answer {
  const readings = new Readings();
  const lines = bill.lines.map((line) => toLine(line, readings));
  return {
    computed_at: now.toISOString(),
    read: { format: usage.format.id, format_name: usage.format.name, ignored: usage.ignored, left_out: usage.leftOut },
    total: totalOf(bill),
    by_model: byModelOf(bill),
    by_month: bill.byMonth.map(([month, sum]) => ({ month, ...toSum(sum) })),
    ...(format === "csv" ? { csv: tableOf(lines, readings.list) } : { lines, readings: readings.list }),
    attribution: { pricing: priceSourcesNamed(readings.list.map(({ source }) => source)) },
    notes: notesOf(bill, usage),
  };
}
