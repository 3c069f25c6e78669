import { ListedTable } from "@/components/ui/data-table";
import { Partial } from "@/components/ui/states";
import type { UnpricedReason } from "@/lib/domain/models/bill/bill";
import { LEFT_OUT_WORDS } from "@/lib/domain/models/usage/usage-line";
import { formatCost, formatCount, formatDay, formatMoment, formatMonth, formatPrice, plural } from "@/lib/domain/pages/format";
import { CostBars } from "./cost-bars";
import type { BillAnswer, BillSum } from "./premium-answers";
import { CONDITION_WORDS } from "./price-conditions";

type Line = NonNullable<BillAnswer["lines"]>[number];

const MOST_SHOWN = 200;

const REASON_WORDS: Record<UnpricedReason, string> = {
  model_not_found: "no model is called so",
  ambiguous_model: "several models are called so",
  in_future: "it lies in the future",
  not_covered: "no price of that time is known",
  no_price_of_kind: "the price of a part is not known",
};

const openWords = (line: Line): string =>
  line.not_counted.map((kind) => (kind === "price_change" ? "a change of price" : CONDITION_WORDS[kind].toLowerCase())).join(", ");

function timeOf({ from, to }: Line): string {
  if (from === to) return formatMoment(from);
  const last = new Date(Date.parse(to) - 1).toISOString();
  return formatDay(from) === formatDay(last) ? formatDay(from) : `${formatDay(from)} to ${formatDay(last)}`;
}

/** A line's charges with the price of each, and where it comes from. */
function Charges({ line, readings }: { line: Line; readings: BillAnswer["readings"] }) {
  const sources = new Set<string>();
  const parts = line.charges.map(({ kind, quantity, reading }) => {
    const price = reading === null ? undefined : readings?.[reading];
    if (price) sources.add(`${price.source}, ${formatDay(price.last_validated_at)}`);
    const words = `${formatCount(quantity)} ${kind.replaceAll("_", " ")}`;
    return price
      ? `${words} at ${formatPrice(price.price_usd)}${price.rule === "list_price" ? "" : ` (${price.rule.replaceAll("_", " ")})`}`
      : words;
  });
  return (
    <small>
      {parts.join("; ")}
      {sources.size > 0 && `. ${[...sources].join("; ")}, ${line.confidence ?? ""}`}
      {line.not_counted.length > 0 && `. Left open: ${openWords(line)}`}
      {line.assumed.length > 0 && ". Taken for a cache of five minutes"}
      {line.reason !== undefined && `. No sum: ${REASON_WORDS[line.reason]}`}
      {line.candidates !== undefined && line.candidates.length > 0 && `; perhaps ${line.candidates.join(", ")}`}
    </small>
  );
}

const usdOf = (usd: number | null): string => (usd === null ? "–" : formatCost(usd));
const linesOf = ({ lines, priced }: BillSum): string =>
  lines === priced ? formatCount(lines) : `${formatCount(priced)} of ${formatCount(lines)}`;

function Lines({ lines, readings }: { lines: readonly Line[]; readings: BillAnswer["readings"] }) {
  return (
    <>
      <h3 className="mt-6 mb-1 text-h3">Lines</h3>
      <ListedTable
        label="Lines of the bill"
        head={["Model and charges", "Time", "USD", "As sent"]}
        rows={lines.slice(0, MOST_SHOWN).map((line) => ({
          key: String(line.line),
          cells: [
            <span key="model" className="[overflow-wrap:anywhere]">
              {line.model_id ?? line.query}
              <Charges line={line} readings={readings} />
            </span>,
            timeOf(line),
            usdOf(line.usd),
            usdOf(line.stated_usd ?? null),
          ],
        }))}
      />
      <Partial label="Shown are" shown={Math.min(lines.length, MOST_SHOWN)} total={lines.length} noun="lines; the sums are of all" />
    </>
  );
}

const apartWords = (difference: number): string =>
  difference === 0 ? "the same" : `${formatCost(Math.abs(difference))} ${difference < 0 ? "less" : "more"}`;

function Headline({ read, total }: Pick<BillAnswer, "read" | "total">) {
  return (
    <p>
      <span className="text-display font-semibold">{formatCost(total.usd)}</span> for {plural(total.priced, "line")}, read as{" "}
      {read.format_name}
      {total.difference_usd !== null &&
        total.stated_usd !== null &&
        `; ${formatCost(total.stated_usd)} was sent as their cost, ${apartWords(total.difference_usd)}`}
      .
    </p>
  );
}

function LeftOut({ left_out: leftOut }: BillAnswer["read"]) {
  if (leftOut.length === 0) return null;
  const reasons = [...new Set(leftOut.map(({ reason }) => reason))];
  return (
    <ul className="mt-2 list-disc pl-5 text-small text-fg-muted">
      {reasons.map((reason) => (
        <li key={reason}>
          {LEFT_OUT_WORDS[reason]}: {plural(leftOut.filter((one) => one.reason === reason).length, "line")}
        </li>
      ))}
    </ul>
  );
}

export function BillShown({ answer }: { answer: BillAnswer }) {
  const { read, total, by_model: models, by_month: months, lines = [], readings, notes } = answer;
  return (
    <>
      <Headline read={read} total={total} />
      <div className="mt-4">
        <CostBars
          title="Cost by month"
          sentence="Cost of each month, the oldest first."
          bars={months.map(({ month, usd }) => ({ key: month, name: formatMonth(month), usd }))}
        />
      </div>
      <h3 className="mt-6 mb-1 text-h3">Models</h3>
      <ListedTable
        label="Sums by model"
        head={["Model", "Lines", "USD"]}
        rows={models.map((sum) => ({
          key: sum.model_id,
          cells: [
            <span key="model" className="[overflow-wrap:anywhere]">
              {sum.model}
              <small>
                {sum.provider}, {sum.model_id}
              </small>
            </span>,
            linesOf(sum),
            formatCost(sum.usd),
          ],
        }))}
      />
      <Lines lines={lines} readings={readings} />
      <LeftOut {...read} />
      <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}

/** What both lines of the example have in common. */
const EXAMPLE_LINE = { query: "one", model_id: "first-lab/one", confidence: "captured", assumed: [] };
const EXAMPLE_READING = { source: "First lab", last_validated_at: "2026-08-30T06:00:00.000Z", rule: "list_price" };

/** Invented models: 1M × $2 + 0.1M × $8 in July; in August, at half the price of a batch and 100 searches at a cent, 1 + 1. */
export const BILL_EXAMPLE: BillAnswer = {
  read: { format_name: "Anthropic's usage export", ignored: [], left_out: [] },
  total: { lines: 2, priced: 2, usd: 4.8, stated_usd: null, difference_usd: null },
  by_model: [{ model_id: "first-lab/one", model: "Model One", provider: "First lab", lines: 2, priced: 2, usd: 4.8 }],
  by_month: [
    { month: "2026-07", lines: 1, priced: 1, usd: 2.8 },
    { month: "2026-08", lines: 1, priced: 1, usd: 2 },
  ],
  lines: [
    {
      ...EXAMPLE_LINE,
      line: 1,
      from: "2026-07-14T09:00:00.000Z",
      to: "2026-07-14T09:00:00.000Z",
      usd: 2.8,
      charges: [
        { kind: "input", quantity: 1_000_000, usd: 2, reading: 0 },
        { kind: "output", quantity: 100_000, usd: 0.8, reading: 1 },
      ],
      not_counted: [],
    },
    {
      ...EXAMPLE_LINE,
      line: 2,
      from: "2026-08-01T00:00:00.000Z",
      to: "2026-08-02T00:00:00.000Z",
      usd: 2,
      charges: [
        { kind: "input", quantity: 1_000_000, usd: 1, reading: 2 },
        { kind: "web_search", quantity: 100, usd: 1, reading: 3 },
      ],
      not_counted: ["time_band"],
    },
  ],
  readings: [
    { ...EXAMPLE_READING, id: 0, price_usd: 2 },
    { ...EXAMPLE_READING, id: 1, price_usd: 8 },
    { ...EXAMPLE_READING, id: 2, price_usd: 1, rule: "service_tier" },
    { ...EXAMPLE_READING, id: 3, price_usd: 10 },
  ],
  notes: ["List prices in force at the time of each line, in USD: without discounts, taxes and what an agreement of yours says."],
};
