import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Block } from "@/components/blocks/block";
import { CveCard } from "@/components/security/cve-card";
import { CVE_EXAMPLE } from "@/components/security/cve-example";
import { CveForm } from "@/components/security/cve-form";
import { SOURCE_NAMES } from "@/components/security/source-rows";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { datasets } from "@/lib/datasets";
import { freshness } from "@/lib/docs/catalog";
import { oldWords, unreadWords } from "@/lib/domain/freshness/age-words";
import { CVE_LABELS, CVE_SOURCES, readCveId, type CveSource } from "@/lib/domain/security/cve-facts";
import { formatAge, formatCadence, formatMoment } from "@/lib/domain/pages/format";
import { exploited } from "@/lib/endpoints/security/exploited";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { premiumRequest } from "@/lib/http/premium-request";
import { CACHE_RULES } from "@/lib/loaders/security/cache-rules";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { requestsOf } from "@/lib/pages/requests";
import { TabLinks } from "@/components/ui/tab-links";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { ExploitedList } from "./exploited-list";
import { blockAnswer } from "@/lib/pages/block-answer";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { cvePage, EXAMPLE_CVE, securityPage } from "@/lib/pages/security";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(securityPage, readSearch(securityPage, await searchParams));

const SECOND_MS = 1000;

type Dataset = AnswerOf<typeof freshness>["datasets"][number];

/** The two catalogs have an age each. A record is read for the card that asks, and its age stands there. */
const readingOf = (source: CveSource): string =>
  source === "kev" || source === "epss"
    ? `Read as a whole, ${formatCadence(datasets[source].cadenceSeconds)}`
    : `Read for the card that asks, then kept for ${formatAge(CACHE_RULES[source].currentMs / SECOND_MS)}`;

function Age({ captured_at: at, age_seconds: age, stale, vain_attempts: attempts }: Dataset) {
  if (at === null || age === null) return <span>{unreadWords(attempts)}</span>;
  return (
    <span className={stale ? "chip bg-warn-tint px-2 py-0.5 text-warn-fg" : undefined} title={formatMoment(at)}>
      {stale ? "stale: " : ""}
      {oldWords(age)}
    </span>
  );
}

function Sources({ ages }: { ages: readonly Dataset[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
      {CVE_SOURCES.map((source) => {
        const age = ages.find(({ dataset }) => dataset === source);
        return (
          <li key={source} className="py-1">
            <p>
              <b className="font-medium">{CVE_LABELS[source]}</b> {SOURCE_NAMES[source]}
            </p>
            <p className="text-small text-fg-muted">
              {readingOf(source)}
              {age && (
                <>
                  {"; "}
                  <Age {...age} />
                </>
              )}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

/** How many are shown: the newest fill a screen. */
const MOST = "20";

function tabsOf(values: ValuesOf<typeof securityPage>) {
  return [
    { label: "In AI software and what it runs in", of: "ai" as const },
    { label: "In any software", of: "all" as const },
  ].map(({ label, of }) => ({ label, href: hrefWith(securityPage, values, { of }), isCurrent: values.of === of }));
}

async function ExploitedNow({
  values,
  outcome,
}: {
  values: ValuesOf<typeof securityPage>;
  outcome: BlockOutcome<AnswerOf<typeof exploited>>;
}) {
  return (
    <Block
      title="Exploited now"
      note="Listed by CISA because somebody was attacked through it, the newest first. What is not listed may still be exploited."
      more={csvLink(exploited, values.of === "ai" ? { software: "true" } : {})}
      load={async () => outcome}
      render={({ vulnerabilities, total }) => (
        <>
          <TabLinks label="Exploited in" tabs={tabsOf(values)} />
          <ExploitedList entries={vulnerabilities} isNarrowed={values.of === "ai" && total > 0} />
        </>
      )}
    />
  );
}

function ExampleCard() {
  const { credits, usd } = premiumRequest(verifiedCve, { params: { cve_id: EXAMPLE_CVE } });
  return (
    <section aria-labelledby="card" className="card p-4">
      <h2 id="card" className="text-h2">
        What a card says
      </h2>
      <p className="mt-1 max-w-[68ch] text-fg-muted">
        How severe it is and by whose score, whether it is exploited, how probable that is within 30 days, what is affected, and what each
        of the five sources answered. A card costs {credits} credit ({usd}); a CVE that no source has, and a card of which the CVE record or
        any two sources are missing, cost nothing.
      </p>
      <details className="mt-3">
        <summary className="inline-flex min-h-8 items-center underline decoration-dotted underline-offset-4">See an example</summary>
        <div className="mt-2 rounded-control border border-dashed border-border-strong p-3">
          <p className="chip mb-3 inline-block rounded-chip bg-info-tint px-2 py-0.5 text-small font-medium text-info-fg">
            Example: an invented CVE
          </p>
          <CveCard answer={CVE_EXAMPLE} />
        </div>
      </details>
    </section>
  );
}

export default async function SecurityPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(securityPage, await searchParams);
  const wanted = values.cve === null ? null : readCveId(values.cve);
  if (wanted !== null) redirect(hrefOf(cvePage, {}, { cve: wanted }));
  const [{ query }] = requestsOf(securityPage, values);
  const [board, listed] = await Promise.all([blockAnswer(freshness), blockAnswer(exploited, { ...query, limit: MOST })]);
  return (
    <PageFrame
      frame={frameOf(securityPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" && listed.kind === "answer" ? listed.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(securityPage, values)} />
      <div className="grid gap-4 [&>*]:min-w-0">
        <section aria-labelledby="find" className="card p-4">
          <h2 id="find" className="mb-3 text-h2">
            Look one up
          </h2>
          <CveForm action={securityPage.path} given={values.cve} />
        </section>
        <ExploitedNow values={values} outcome={listed} />
        <ExampleCard />
        <Block
          title="The five sources"
          hasStamp={false}
          load={async () => board}
          render={({ datasets: ages }) => <Sources ages={ages} />}
        />
      </div>
    </PageFrame>
  );
}
