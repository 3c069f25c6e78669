import { billOf, type BilledModel } from "@/lib/domain/models/bill/bill";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { billAnswer } from "@/lib/loaders/models/bill-answer";
import { readUsageText } from "@/lib/loaders/models/usage-text";
import { billBook } from "../support/models/bill-book";

/** Measures bills of the models that were computed by hand, and prints milliseconds of CPU as JSON. */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 40);
const now = new Date("2026-11-28T12:00:00Z");
const names = [...billBook.keys()];

/** Every third line is a day, whose hours have to be judged; the others are requests at a minute. */
const lineOf = (index: number) => ({
  model: names[index % names.length],
  at: index % 3 === 0 ? `2026-09-${String(1 + (index % 28)).padStart(2, "0")}` : new Date(Date.UTC(2026, 7, 22, index)).toISOString(),
  input: 1000 + index,
  output: 100 + index,
  cache_read: names[index % names.length]?.startsWith("mistral") ? 0 : index,
  requests: 1,
});

function bill(text: string): void {
  const read = readUsageText(text);
  if ("fault" in read) throw new Error(read.fault);
  const made = billOf(read.usage.lines, { modelOf: ({ model }) => billBook.get(model) as BilledModel, now });
  const answer = billAnswer(made, read.usage, { format: "json", now });
  JSON.stringify(costBill.response.parse(answer));
}

/** Milliseconds of CPU. */
function cpuOf(text: string): number {
  const began = process.cpuUsage();
  bill(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const median = (values: readonly number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const whole = JSON.stringify({ lines: Array.from({ length: MOST_LINES }, (_, index) => lineOf(index)) });
const one = JSON.stringify({ lines: [lineOf(0)] });
const first = cpuOf(whole);
const times = Array.from({ length: ROUNDS }, () => ({ whole: cpuOf(whole), one: cpuOf(one) }));
process.stdout.write(
  `${JSON.stringify({ first, whole: median(times.map((time) => time.whole)), one: median(times.map((time) => time.one)) })}\n`,
);
