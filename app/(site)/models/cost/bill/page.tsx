import type { Metadata } from "next";
import { BILL_EXAMPLE, BillShown } from "@/components/models/bill-answer";
import { BillRun } from "@/components/models/bill-run";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { MOST_BILL_BYTES } from "@/lib/domain/models/usage/usage-line";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf } from "@/lib/pages/address";
import { billPage } from "@/lib/pages/bill";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { CostTabs } from "../cost-tabs";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(billPage, readSearch(billPage, await searchParams));

const READ = [
  { name: "OpenAI", what: "usage of the dashboard as CSV, or the JSON of the usage API by model" },
  { name: "Anthropic", what: "usage of the Console as CSV, or the usage report of the Admin API" },
  { name: "OpenRouter", what: "the activity as CSV, or the JSON of its API" },
  { name: "ccusage", what: "daily, monthly or session with --json" },
  {
    name: "Any other log",
    what: "CSV, JSON or JSON Lines with model, at, input, output, cache_read, cache_write_5m, cache_write_1h, web_search",
  },
];

function WhatIsRead() {
  return (
    <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
      {READ.map(({ name, what }) => (
        <li key={name}>
          {name}: {what}
        </li>
      ))}
      <li>
        Every line has the price of its own time, from the free <a href="/api/history/prices/book?format=csv">price book</a>. Hours, long
        prompts, tiers and caches count where the line says enough; what it leaves open is named.
      </li>
      <li>
        Nothing that you paste is stored: it goes into one call, and the answer stays in this tab. An encrypted copy of the answer is held
        for a day, so that a repeat of the same call costs nothing.
      </li>
    </ul>
  );
}

export default async function BillPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(billPage, await searchParams);
  return (
    <PageFrame frame={frameOf(billPage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(billPage, values)} />
      <CostTabs current={billPage} />
      <BillRun request={premiumRequest(costBill, {})} mostBytes={MOST_BILL_BYTES} example={<BillShown answer={BILL_EXAMPLE} />} />
      <WhatIsRead />
    </PageFrame>
  );
}
