import type { Metadata } from "next";
import { VERIFIED_EXAMPLE } from "@/components/news/verified-example";
import { VerifiedStories } from "@/components/news/verified-stories";
import { PageFrame } from "@/components/shell/page-frame";
import { Field } from "@/components/ui/fields";
import { FilterForm } from "@/components/ui/filter-form";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Note } from "@/components/ui/states";
import { TabLinks } from "@/components/ui/tab-links";
import { serviceTime } from "@/lib/config/clock";
import { addDays, utcDay } from "@/lib/domain/basics/date-range";
import { formatDay } from "@/lib/domain/pages/format";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { refusalOf } from "@/lib/pages/refusal-of";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { countChosen } from "@/lib/pages/values";
import { verifiedNewsPage } from "@/lib/pages/verified-news";

type Values = ValuesOf<typeof verifiedNewsPage>;

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(verifiedNewsPage, readSearch(verifiedNewsPage, await searchParams));

/** Ranges that most readers want; null is what stands without any day. */
const RANGES = [
  { label: "Newest day", days: null },
  { label: "Last 3 days", days: 3 },
  { label: "Last 7 days", days: 7 },
  { label: "Last 30 days", days: 30 },
] as const;

/** Days that are over: this one is not grouped into stories yet. */
function lastFullDays(days: number) {
  const to = addDays(utcDay(serviceTime()), -1);
  return { from: addDays(to, 1 - days), to };
}

const DAYS = [
  { name: "date", label: "One day, UTC" },
  { name: "from", label: "or from" },
  { name: "to", label: "to" },
] as const;

function DaysForm({ values }: { values: Values }) {
  const chosen = countChosen(verifiedNewsPage, values, ["date", "from", "to", "min"]);
  return (
    <FilterForm action={verifiedNewsPage.path} chosen={chosen}>
      {DAYS.map(({ name, label }) => (
        <Field key={name} label={label} type="date" name={name} defaultValue={values[name] ?? ""} />
      ))}
      <Field type="number" name="min" label="Outlets at least" defaultValue={values.min} min={2} max={50} />
    </FilterForm>
  );
}

function daysText({ date, from, to }: Values): string {
  if (date !== null) return `of ${formatDay(date)}`;
  return from !== null && to !== null ? `of ${formatDay(from)} to ${formatDay(to)}` : "of the newest day that is over";
}

export default async function VerifiedNewsPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(verifiedNewsPage, await searchParams);
  const [{ query }] = requestsOf(verifiedNewsPage, values);
  const refusal = refusalOf(verifiedNews, query);
  return (
    <PageFrame frame={frameOf(verifiedNewsPage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(verifiedNewsPage, values)} />
      <div className="mb-4">
        <Note>Several outlets reported this. It does not mean the claim is true.</Note>
      </div>
      <TabLinks
        label="Days"
        tabs={RANGES.map(({ label, days }) => {
          const range = days === null ? { from: null, to: null } : lastFullDays(days);
          return {
            label,
            href: hrefOf(verifiedNewsPage, { min: values.min, ...range }),
            isCurrent: values.date === null && values.from === range.from && values.to === range.to,
          };
        })}
      />
      <DaysForm values={values} />
      {refusal === null ? (
        <VerifiedStories
          request={premiumRequest(verifiedNews, { query })}
          lead={`Stories ${daysText(values)} that ${values.min} or more outlets reported, each with the time of every outlet's first report. At most 30 days at once.`}
          example={VERIFIED_EXAMPLE}
        />
      ) : (
        <Note tone="bad">
          <p role="alert">These days cannot be asked for: {refusal} Nothing was asked and nothing was charged.</p>
        </Note>
      )}
    </PageFrame>
  );
}
