import { NearTime } from "@/components/ui/near-time";
import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { datasets, type DatasetName } from "@/lib/datasets";
import { SET_ASIDE_WORDS, type SetAsideReason } from "@/lib/domain/models/prices/price-units";
import { ageWords } from "@/lib/domain/freshness/age-words";
import { serviceTime } from "@/lib/config/clock";
import { formatCadence, formatCount, formatMoment } from "@/lib/domain/pages/format";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { csvLink } from "@/lib/pages/csv-link";
import { Downloads } from "./downloads";
import { endpoints } from "@/lib/endpoints";
import { freshness } from "@/lib/docs/catalog";
import { health } from "@/lib/endpoints/health";
import { priceSourceAccuracy } from "@/lib/endpoints/prices/sources";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { dataPage } from "@/lib/pages/dataset-ages";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(dataPage, readSearch(dataPage, await searchParams));

type Dataset = AnswerOf<typeof freshness>["datasets"][number];

const FAULTS: Record<string, string> = {
  network: "did not answer",
  timeout: "took too long",
  breaker_open: "is left alone for a while after repeated failures",
};

/** When the next reading should have been made; null where there is no cadence or nothing was read. */
function nextOf({ captured_at, cadence_seconds }: Dataset): string | null {
  return captured_at === null || cadence_seconds === null ? null : new Date(Date.parse(captured_at) + cadence_seconds * 1000).toISOString();
}

function stateOf(dataset: Dataset): string {
  const age = ageWords({
    ageSeconds: dataset.age_seconds,
    isShipped: dataset.is_shipped,
    sourcesRead: dataset.sources_read,
    sourcesTotal: dataset.sources_total,
    vainAttempts: dataset.vain_attempts,
  });
  return dataset.stale && dataset.captured_at !== null ? `stale: ${age}` : age;
}

/** `in 2 h`; what should have been read before now is said to be late. */
const Next = ({ at }: { at: string }) =>
  Date.parse(at) >= serviceTime().getTime() ? (
    <NearTime at={at} />
  ) : (
    <time dateTime={at} title={formatMoment(at)}>
      late
    </time>
  );

/** The free endpoint that shows a dataset most directly: the shortest of those that read it first. */
function endpointOf(dataset: string): AnyEndpoint | null {
  const readers = endpoints.filter(
    ({ method, access, reads, path }) => method === "GET" && access.kind === "free" && reads[0] === dataset && !path.includes("["),
  );
  return readers.toSorted((a, b) => a.path.length - b.path.length)[0] ?? null;
}

/** What can be taken of a dataset at once. */
function Takes({ dataset }: { dataset: string }) {
  const endpoint = endpointOf(dataset);
  if (endpoint === null) return null;
  const csv = csvLink(endpoint);
  return (
    <small>
      <a href={endpoint.path}>JSON</a>
      {endpoint.csv && (
        <>
          {" · "}
          <a href={csv.href}>{csv.label}</a>
        </>
      )}
    </small>
  );
}

function rowOf(dataset: Dataset) {
  const {
    title,
    captured_at,
    cadence_seconds,
    sla_seconds,
    sources_total: total,
    sources_read: read,
    sources_unreadable: unreadable,
    stale,
  } = dataset;
  const next = nextOf(dataset);
  return {
    key: dataset.dataset,
    cells: [
      <>
        {title}
        <Takes dataset={dataset.dataset} />
      </>,
      <>
        <span className={stale ? "chip bg-warn-tint px-2 py-0.5 text-warn-fg" : undefined}>{stateOf(dataset)}</span>
        {captured_at !== null && (
          <small>
            <NearTime at={captured_at} />
          </small>
        )}
      </>,
      cadence_seconds === null ? (sla_seconds === null && total > 0 ? "with a release" : "as it happens") : formatCadence(cadence_seconds),
      next === null ? "–" : <Next key="next" at={next} />,
      <>
        {total === 0 ? "–" : `${formatCount(read)} of ${formatCount(total)}`}
        {unreadable > 0 && <small>and {formatCount(unreadable)} that programs cannot read</small>}
      </>,
    ],
  };
}

function FailingSources({ sources }: { sources: AnswerOf<typeof health>["failingSources"] }) {
  if (sources.length === 0) return <Empty>Every source answered when it was last asked.</Empty>;
  return (
    <ListedTable
      label="Sources that failed when they were last asked"
      head={["Source", "What happened", "Failures", "Last read"]}
      rows={sources.map(({ source, dataset, fault, consecutiveFailures, lastReadAt, note }) => ({
        key: source,
        cells: [
          <>
            {source}
            <small>{datasets[dataset as DatasetName]?.title ?? dataset}</small>
          </>,
          <>
            {fault === null ? "unknown" : (FAULTS[fault] ?? fault.replaceAll("_", " "))}
            {note && <small>{note}</small>}
          </>,
          formatCount(consecutiveFailures),
          lastReadAt === null ? "never" : <NearTime key="read" at={lastReadAt} />,
        ],
      }))}
    />
  );
}

function PriceSources({ sources }: Pick<AnswerOf<typeof priceSourceAccuracy>, "sources">) {
  return (
    <ListedTable
      label="What is not believed of the price sources"
      head={["Source", "Set aside", "Contradicted", "Corrected"]}
      rows={sources.map(({ key, name, url, set_aside_now: setAside, contradicted_now: contradicted, reasons_now: reasons, months }) => ({
        key,
        cells: [
          <a key="name" href={url}>
            {name}
          </a>,
          <>
            {formatCount(setAside)}
            {Object.entries(reasons).map(([reason, count]) => (
              <small key={reason}>
                {formatCount(count)} {SET_ASIDE_WORDS[reason as SetAsideReason]}
              </small>
            ))}
          </>,
          formatCount(contradicted),
          formatCount(months.reduce((sum, { corrected }) => sum + corrected, 0)),
        ],
      }))}
    />
  );
}

function NotCharged({ answer: { date, count, credits_skipped: credits, by_reason: reasons } }: { answer: AnswerOf<typeof noChargeStats> }) {
  if (count === 0) {
    return <Empty>No charge was waived today. A paid call that fails, or whose data is stale, is not charged and is counted here.</Empty>;
  }
  return (
    <>
      <p>
        On {date} {formatCount(count)} paid {count === 1 ? "call was" : "calls were"} answered or refused without a charge;{" "}
        {formatCount(credits)} {credits === 1 ? "credit was" : "credits were"} not taken.
      </p>
      <ListedTable
        label="Reasons for not charging"
        head={["Reason", "Calls"]}
        rows={Object.entries(reasons)
          .toSorted(([, a], [, b]) => b - a)
          .map(([reason, calls]) => ({ key: reason, cells: [reason.replaceAll("_", " "), formatCount(calls)] }))}
      />
    </>
  );
}

export default async function DataPage({ searchParams }: PageProps) {
  const { values } = readSearch(dataPage, await searchParams);
  const board = await blockAnswer(freshness);
  const answer = board.kind === "answer" ? board.answer : null;
  return (
    <PageFrame frame={frameOf(dataPage, { values, capturedAt: null })} verb={null} json={values.view === "json" ? answer : undefined}>
      <div className="grid gap-4 [&>*]:min-w-0">
        <Downloads />
        <Block
          title="How fresh it is"
          hasStamp={false}
          note="A dataset is as old as the time since which 80 % of its sources have been read. Beyond its promise it is stale: paid answers from it are not charged."
          load={async () => board}
          render={({ datasets: rows }) => (
            <ListedTable label="Table of datasets" head={["Dataset", "Age", "Read", "Next", "Sources read"]} rows={rows.map(rowOf)} />
          )}
        />
        <Block
          title="Sources that fail"
          hasStamp={false}
          note="A source that fails keeps what it said before; it is never taken for one that has nothing."
          load={() => blockAnswer(health)}
          render={({ failingSources }) => <FailingSources sources={failingSources} />}
        />
        <Block
          title="Price sources"
          hasStamp={false}
          note="Figures that are not believed are set aside with their reason; what is contradicted differs from the price that is shown."
          more={{ href: priceSourceAccuracy.path, label: "JSON" }}
          load={() => blockAnswer(priceSourceAccuracy)}
          render={({ sources }) => <PriceSources sources={sources} />}
        />
        <Block
          title="Not charged today"
          hasStamp={false}
          more={{ href: noChargeStats.path, label: "JSON" }}
          load={() => blockAnswer(noChargeStats)}
          render={(stats) => <NotCharged answer={stats} />}
        />
      </div>
    </PageFrame>
  );
}
