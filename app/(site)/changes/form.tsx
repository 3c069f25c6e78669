import { Choice, Field } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IntentLink } from "@/components/ui/intent-link";
import { Note } from "@/components/ui/states";
import { TabLinks } from "@/components/ui/tab-links";
import { formatDay } from "@/lib/domain/pages/format";
import { hrefOf } from "@/lib/pages/address";
import { changesPage, WINDOWS } from "@/lib/pages/changes";
import type { ValuesOf } from "@/lib/pages/define";

export type Values = ValuesOf<typeof changesPage>;

const TYPES = [
  { value: "pricing", label: "Prices" },
  { value: "benchmarks", label: "Benchmark scores" },
];

interface Props {
  values: Values;
  /** The captured days, the newest first; null where they are not known. */
  dates: readonly string[] | null;
}

/** A window back from now by a link, two days by a form. */
export function ChangesForm({ values, dates }: Props) {
  const isWindow = values.from === null && values.to === null;
  const bounds = dates === null ? {} : { min: dates.at(-1), max: dates[0] };
  return (
    <>
      <TabLinks
        label="Window"
        tabs={WINDOWS.map((days) => ({
          label: days === 1 ? "Last 24 hours" : `Last ${days} days`,
          href: hrefOf(changesPage, { days }),
          isCurrent: isWindow && values.days === days,
        }))}
      />
      <FilterForm action={changesPage.path} name="Two days" chosen={isWindow ? 0 : 2}>
        <Field label="Or compare the day" type="date" name="from" defaultValue={values.from ?? ""} {...bounds} />
        <Field label="with the day" type="date" name="to" defaultValue={values.to ?? ""} {...bounds} />
        <Choice name="type" label="in" value={values.type} options={TYPES} />
      </FilterForm>
    </>
  );
}

/** The captured days on either side of one that was not. */
function neighboursOf(date: string, dates: readonly string[]): string[] {
  const [earlier, later] = [dates.find((other) => other < date), dates.findLast((other) => other > date)];
  return [earlier, later].filter((other) => other !== undefined);
}

/** Days without a snapshot, named before anybody pays. Beside them stand the days to ask for instead. */
export function Uncaptured({ missing, dates, values }: { missing: readonly string[]; dates: readonly string[]; values: Values }) {
  const offers = missing.flatMap((date) =>
    neighboursOf(date, dates).map((other) => ({
      label: `${formatDay(other)} in place of ${formatDay(date)}`,
      href: hrefOf(changesPage, {
        ...values,
        from: values.from === date ? other : values.from,
        to: values.to === date ? other : values.to,
      }),
    })),
  );
  return (
    <Note tone="warn">
      <p role="alert">
        Nothing was captured on {missing.map(formatDay).join(" and ")}.
        {dates.length > 0 && ` Days are captured at 07:00 UTC, the first was ${formatDay(dates.at(-1) ?? "")}.`} Nothing was asked and
        nothing was charged.
      </p>
      {offers.length > 0 && (
        <ul className="mt-2">
          {offers.map(({ label, href }) => (
            <li key={label} className="py-1">
              <IntentLink href={href}>{label}</IntentLink>
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
