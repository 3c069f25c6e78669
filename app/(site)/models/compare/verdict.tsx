import { ablestInRow, bestInRow, type Mark } from "@/lib/domain/models/best-in-row";
import { formatCallCost, formatScore, formatTokens } from "@/lib/domain/pages/format";
import type { ListedModel } from "../chosen-models";
import { callCost } from "./compared-rows";

interface Tile {
  label: string;
  value: string;
  small: string;
}

interface Question {
  label: string;
  read: (model: ListedModel) => number | null;
  format: (value: number) => string;
  /** Said once, of the first. */
  unit?: string;
  marksOf: (listed: readonly ListedModel[]) => (Mark | null)[];
  /** Where nobody leads. */
  even: string;
}

const QUESTIONS: readonly Question[] = [
  {
    label: "Cheapest",
    read: callCost,
    unit: " a call",
    format: formatCallCost,
    marksOf: (listed) => bestInRow(listed.map(callCost), "lower"),
    even: "They cost the same",
  },
  {
    label: "Ablest",
    read: ({ capability }) => capability?.ability ?? null,
    format: formatScore,
    marksOf: (listed) => ablestInRow(listed.map(({ capability }) => capability)),
    even: "Too close to tell",
  },
  {
    label: "Longest context",
    read: ({ model }) => model.contextWindow,
    unit: " tokens",
    format: formatTokens,
    marksOf: (listed) =>
      bestInRow(
        listed.map(({ model }) => model.contextWindow),
        "higher",
      ),
    even: "The same in all",
  },
];

/** The best first, with the others' figures beside it. */
function tileOf({ label, read, format, unit = "", marksOf, even }: Question, listed: readonly ListedModel[]): Tile {
  const marks = marksOf(listed);
  const figured = (entry: ListedModel): string => format(read(entry) ?? 0);
  const leading = listed.filter((_, index) => marks[index] !== null);
  const [first] = leading;
  if (!first) return { label, value: "Not known", small: "known of fewer than two of them" };
  const others = listed
    .filter((entry) => !leading.includes(entry))
    .map((entry) => `${entry.name} ${read(entry) === null ? "not known" : figured(entry)}`);
  if (leading.length === 1) return { label, value: first.name, small: [`${figured(first)}${unit}`, ...others].join(", ") };
  const value = leading.length === listed.length ? even : leading.map(({ name }) => name).join(" and ");
  const own =
    new Set(leading.map(figured)).size === 1 ? [`${figured(first)}${unit}`] : leading.map((entry) => `${entry.name} ${figured(entry)}`);
  return { label, value, small: [...own, ...others].join(", ") };
}

/** Who wins: what a reader wants to know of two models before any row. */
export function Verdict({ listed }: { listed: readonly ListedModel[] }) {
  if (listed.length < 2) return null;
  return (
    <dl className="fact-list glance mb-4" aria-label="Who leads">
      {QUESTIONS.map((question) => {
        const { label, value, small } = tileOf(question, listed);
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <b>{value}</b>
              <small>{small}</small>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
