import type { Metadata } from "next";
import Link from "next/link";
import { CallsTable } from "@/components/account/calls-table";
import { FirstCall } from "@/components/account/first-call";
import { Block } from "@/components/blocks/block";
import { UsageFigure } from "@/components/charts/usage/usage-figure";
import { FactList } from "@/components/models/fact-list";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty, EmptyFiltered } from "@/components/ui/states";
import { creditsText } from "@/lib/domain/money/money-words";
import { plural } from "@/lib/domain/pages/format";
import { usageSeries, type UsageDay } from "@/lib/domain/money/usage-series";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { baseUrl } from "@/lib/http/own-address";
import { readInSession } from "@/lib/http/session/read-in-session";
import { CALLS_SHOWN, USAGE_RANGES, usagePage } from "@/lib/pages/account/usage";
import { hrefOf, hrefWith } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { accountAnswer, requireAccount } from "../visit";
import { callsQuery } from "./calls-query";

type Values = ValuesOf<typeof usagePage>;

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(usagePage);

/** Links of a personal page are not fetched ahead: they would be old by the time they are opened. */
function Choice({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      scroll={false}
      aria-current={isCurrent ? "true" : undefined}
      className={`control ${isCurrent ? "bg-accent-tint" : ""}`}
    >
      {children}
    </Link>
  );
}

function Ranges({ values }: { values: Values }) {
  return (
    <nav aria-label="Range" className="no-print mb-4 flex flex-wrap gap-2">
      {USAGE_RANGES.map((days) => (
        <Choice key={days} href={hrefOf(usagePage, { days, charged: values.charged })} isCurrent={days === values.days}>
          {days} days
        </Choice>
      ))}
    </nav>
  );
}

const OUTCOMES = [
  { charged: null, label: "All" },
  { charged: "true", label: "Charged" },
  { charged: "false", label: "Not charged" },
] as const;

function Outcomes({ values: { days, charged: chosen } }: { values: Values }) {
  return (
    <nav aria-label="Outcome" className="no-print mb-3 flex flex-wrap gap-2">
      {OUTCOMES.map(({ charged, label }) => (
        <Choice key={label} href={hrefOf(usagePage, { days, charged })} isCurrent={charged === chosen}>
          {label}
        </Choice>
      ))}
    </nav>
  );
}

const total = (days: readonly UsageDay[], value: (day: UsageDay) => number | null): number =>
  days.reduce((sum, day) => sum + (value(day) ?? 0), 0);

function Days({ days, balance }: { days: readonly UsageDay[]; balance: number }) {
  const firstKept = days.find(({ uncharged_calls: uncharged }) => uncharged !== null);
  const isWhole = firstKept === days[0];
  const uncharged = total(days, (day) => day.uncharged_calls);
  return (
    <>
      <div className="account-facts mb-5">
        <FactList
          facts={[
            { label: "Spent", value: creditsText(total(days, ({ credits }) => credits)) },
            {
              label: "Charged",
              value: plural(
                total(days, ({ calls }) => calls),
                "call",
              ),
            },
            { label: isWhole ? "Not charged" : "Not charged, 30 days", value: plural(uncharged, "call") },
            { label: "Left now", value: creditsText(balance) },
          ]}
        />
      </div>
      <UsageFigure series={usageSeries(days)} />
    </>
  );
}

export default async function UsagePage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(usagePage, await searchParams);
  const session = await requireAccount(hrefOf(usagePage, values));
  const { days } = values;
  const isEmpty = (by_day: readonly UsageDay[]) => total(by_day, ({ calls, uncharged_calls: free }) => calls + (free ?? 0)) === 0;
  const firstCall = <FirstCall days={days} baseUrl={baseUrl()} />;
  const csv = new URLSearchParams(callsQuery({ ...values, cursor: null }));
  return (
    <PageFrame
      frame={frameOf(usagePage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" ? await readInSession(session, paymentUsage, { days }) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(usagePage, values)} />
      <Ranges values={values} />
      <div className="grid gap-4">
        <Block
          title="Day by day"
          load={() => accountAnswer(session, paymentUsage, { days })}
          render={({ by_day: byDay = [], token_balance: balance }) =>
            isEmpty(byDay) ? firstCall : <Days days={byDay} balance={balance} />
          }
        />
        <Block
          title="Call by call"
          load={() => accountAnswer(session, usageCalls, { ...callsQuery(values), limit: CALLS_SHOWN })}
          render={({ calls, next_cursor: next }) => (
            <>
              {(calls.length > 0 || values.charged !== null) && <Outcomes values={values} />}
              {calls.length === 0 && values.charged === null && <Empty>Each call will be listed here, with its receipt.</Empty>}
              {calls.length === 0 && values.charged !== null && (
                <EmptyFiltered clearHref={hrefOf(usagePage)}>
                  No call {values.charged === "false" ? "went uncharged" : "was charged"} in these {days} days.
                </EmptyFiltered>
              )}
              {calls.length > 0 && <CallsTable calls={calls} />}
              <p className="no-print mt-4 flex flex-wrap items-center gap-3">
                {values.cursor !== null && (
                  <Link href={hrefWith(usagePage, values, { cursor: null })} prefetch={false} className="control">
                    Newest
                  </Link>
                )}
                {next !== null && (
                  <Link href={hrefWith(usagePage, values, { cursor: next })} prefetch={false} rel="next" className="control">
                    Older
                  </Link>
                )}
                {calls.length > 0 && (
                  <a href={`/account/usage/csv?${csv}`} download className="text-small">
                    All of them as CSV
                  </a>
                )}
              </p>
            </>
          )}
        />
      </div>
      <p className="mt-3 max-w-[68ch] text-small text-fg-muted">
        Days are UTC. Listed is every call that credits were held for. A call that was refused before that costs nothing and is in no list:
        bad input, a wrong token, too few credits, a limit. Calls that were not charged are kept for 30 days; the hash of their receipts
        stays in the public log.
      </p>
    </PageFrame>
  );
}
