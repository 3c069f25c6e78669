import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dayNumber } from "@/lib/domain/basics/date-range";
import { spanColumns, changesBetween, valuesOn } from "@/lib/domain/history/span-columns";

const dayOf = (day: number): string => addDays("2026-02-25", day);
const dated = <Value>(value: Value, firstDate: string, lastDate: string | null) => ({
  value,
  firstDay: dayNumber(firstDate),
  lastDay: lastDate === null ? null : dayNumber(lastDate),
});
const someSpan = fc
  .record({ first: fc.nat(12), length: fc.nat(6), isOpen: fc.boolean() })
  .map(({ first, length, isOpen }) => ({ firstDate: dayOf(first), lastDate: isOpen ? null : dayOf(first + length) }));
const someSpans = fc
  .array(someSpan, { maxLength: 30 })
  .map((spans) => spans.map((span, index) => dated({ index, ...span }, span.firstDate, span.lastDate)));

const isCurrentOn = ({ firstDate, lastDate }: { firstDate: string; lastDate: string | null }, date: string): boolean =>
  firstDate <= date && (lastDate === null || lastDate >= date);

test("golden: separates values that ended, began, stayed, or were current on neither day", () => {
  const kept = spanColumns([
    dated("ended on the day", "2026-01-01", "2026-03-01"),
    dated("began on the day", "2026-03-09", null),
    dated("stands", "2025-12-31", "2026-03-09"),
    dated("was before", "2026-01-01", "2026-02-28"),
    dated("came and went", "2026-03-02", "2026-03-08"),
    dated("comes later", "2026-03-10", null),
  ]);
  expect(changesBetween(kept, { from: "2026-03-01", to: "2026-03-09" })).toEqual({
    before: ["ended on the day"],
    after: ["began on the day"],
    unchanged: 1,
  });
  expect(valuesOn(kept, "2026-03-05")).toEqual(["stands", "came and went"]);
});

test("agrees with checking every span for any two days, in stored order", () => {
  fc.assert(
    fc.property(someSpans, fc.nat(14), fc.nat(14), fc.constantFrom(1, 2), (spans, one, other, every) => {
      const [from, to] = [dayOf(Math.min(one, other)), dayOf(Math.max(one, other))];
      const kept = spanColumns(spans);
      const isIncluded = ({ index }: { index: number }): boolean => index % every === 0;
      const includedOn = (date: string) => spans.map(({ value }) => value).filter((value) => isIncluded(value) && isCurrentOn(value, date));
      const [was, is] = [includedOn(from), includedOn(to)];
      const changes = changesBetween(kept, { from, to }, isIncluded);
      expect(valuesOn(kept, from).filter(isIncluded)).toEqual(was);
      expect(changes).toEqual({
        before: was.filter((value) => !is.includes(value)),
        after: is.filter((value) => !was.includes(value)),
        unchanged: was.filter((value) => is.includes(value)).length,
      });
    }),
  );
});
