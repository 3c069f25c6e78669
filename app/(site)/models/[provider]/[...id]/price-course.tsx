import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { PriceChange } from "@/components/ui/price-change";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { formatDay, formatPrice } from "@/lib/domain/pages/format";
import type { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { priceBook } from "@/lib/endpoints/history/prices/book";
import type { AnswerOf } from "@/lib/pages/answer";
import type { FoundModel } from "./find-model";

type Span = AnswerOf<typeof priceAtMoment>["course"][number];

/** More would push what the page says of today below the second screen. */
const SHOWN = 8;

const BY_WORDS: Readonly<Record<Span["confidence"], string>> = {
  captured: "read here",
  published: "dated by it",
  inferred: "between two readings",
};

/** The mean of both prices; null where one of them is not known. */
const blendedOf = ({ input, output }: Span): number | null => (input === null || output === null ? null : (input + output) / 2);

function Change({ span, before }: { span: Span; before: Span | undefined }) {
  // Between two spans that do not touch lies a time whose price is not known.
  if (before?.effective_to !== span.effective_from) return "not known before";
  const [from, to] = [blendedOf(before), blendedOf(span)];
  return <PriceChange from={from} to={to} percent={from === null || to === null || from === 0 ? null : (to / from - 1) * 100} />;
}

/** Until when a price held, in words. Nothing where it still holds, or where the row above follows at once. */
const endOf = ({ effective_to: end }: Span, after: Span | undefined): string =>
  end === null || after?.effective_from === end ? "" : ` to ${formatDay(end)}, then not known`;

interface Props {
  found: FoundModel;
  outcome: BlockOutcome<AnswerOf<typeof priceAtMoment> & { captured_at: string | null }>;
}

/** Each known price of a model, with the day since which it held and whose word that is. */
export function PriceCourse({ found, outcome }: Props) {
  if (outcome.kind === "answer" && outcome.answer.course.length === 0) return null;
  const sources = new Map(found.answer.sources.map(({ key, name }) => [key as string, name]));
  return (
    <Block
      title="Prices so far"
      more={{ href: `${priceBook.path}?format=csv`, label: "All models, CSV" }}
      note="USD per 1M tokens, for as long as they are known here. The change is that of equal parts in and out."
      // Each row says of which days it is.
      hasStamp={false}
      load={async () => outcome}
      render={({ course }) => (
        <>
          <ListedTable
            label="Table of prices so far"
            head={["Since", "In, out", "Change"]}
            rows={course.slice(0, SHOWN).map((span, place) => ({
              key: span.effective_from,
              cells: [
                <>
                  {formatDay(span.effective_from)}
                  {endOf(span, course[place - 1])}
                  <small>
                    {sources.get(span.source) ?? span.source}, {BY_WORDS[span.confidence]}
                  </small>
                </>,
                <>
                  {span.input === null ? "–" : formatPrice(span.input)}
                  <small>{span.output === null ? "–" : formatPrice(span.output)}</small>
                </>,
                <Change key="change" span={span} before={course[place + 1]} />,
              ],
            }))}
          />
          {course.length > SHOWN && <p className="mt-2 text-small text-fg-muted">{`The newest ${SHOWN} of ${course.length}.`}</p>}
        </>
      )}
    />
  );
}
