import type { Metadata } from "next";
import { PlainCode } from "@/components/api/plain-code";
import { preloadMono } from "@/components/api/preload-mono";
import { FormOrigin } from "@/components/shell/form-origin";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { DataTable, type Column } from "@/components/ui/data-table";
import { Note } from "@/components/ui/states";
import { BuyPanel } from "@/components/wallet/buy-panel";
import { FullAddress } from "@/components/wallet/full-address";
import { offeredWallets } from "@/lib/config/offered-wallets";
import { CALL_PRICE } from "@/lib/domain/money/credits";
import { formatCount } from "@/lib/domain/pages/format";
import { CALLS_PER_DAY } from "@/lib/endpoints/preview/routing";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { baseUrl } from "@/lib/http/own-address";
import { call } from "@/lib/http/session/call";
import { hrefOf } from "@/lib/pages/address";
import { accountPage } from "@/lib/pages/account/overview";
import { buyPage } from "@/lib/pages/buy";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { routePage } from "@/lib/pages/route";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { findSession } from "../account/visit";
import { buyByHand, confirmInSession } from "./actions";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(buyPage, readSearch(buyPage, await searchParams));

type Info = Awaited<ReturnType<typeof call<typeof paymentInfo>>>;

const EXPLORER = "https://basescan.org/tx/";

type Bundle = Info["pricing"]["volume_bundles"][number];

const PRICE_COLUMNS: readonly Column<Bundle>[] = [
  {
    label: "From",
    cell: ({ amount_usd: usd, rate }) => (
      <>
        ${formatCount(usd)}
        <small>{rate}</small>
      </>
    ),
  },
  { label: "Credits", cell: ({ credits }) => formatCount(credits) },
  { label: "Per credit", cell: ({ amount_usd: usd, credits }) => `$${(usd / credits).toFixed(4)}` },
];

function Prices({ bundles }: { bundles: readonly Bundle[] }) {
  return (
    <section aria-labelledby="prices" className="card p-4">
      <h2 id="prices" className="text-h2">
        What credits cost
      </h2>
      <DataTable
        caption="Credits and price of each amount"
        columns={PRICE_COLUMNS}
        rows={bundles}
        keyOf={({ amount_usd: usd }) => String(usd)}
        isBoxed
        className="mt-2"
      />
      <p className="mt-3 text-small text-fg-muted">
        A premium call costs {CALL_PRICE.min} to {CALL_PRICE.max} credits; <a href="/api/meta">the catalog of the API</a> names each price.
        A failed, stale or empty answer costs nothing.
      </p>
    </section>
  );
}

function SellerFacts({ info: { operator, wallet, terms } }: { info: Info }) {
  return (
    <section aria-labelledby="seller" className="card p-4">
      <h2 id="seller" className="text-h2">
        Who sells
      </h2>
      <dl className="payment-facts mt-2">
        <div>
          <dt>Operator</dt>
          <dd>
            {operator.legal_entity ?? "Not named yet"}, {operator.jurisdiction}
          </dd>
          <dd>{operator.contact ?? "No contact is published yet."}</dd>
        </div>
        <div>
          <dt>Wallet that is paid, USDC on Base</dt>
          <dd>{wallet.address === null ? "None" : <FullAddress address={wallet.address} />}</dd>
          <dd className="text-small text-fg-muted" hidden={wallet.address === null}>
            It also stands in <a href="/llms.txt">llms.txt</a>
            {operator.social && (
              <>
                {" "}
                and in <a href={operator.social}>the operator's profile</a>
              </>
            )}
            . Do not send funds if they differ.
          </dd>
        </div>
        <div>
          <dt>Terms</dt>
          <dd>
            <ul className="list-disc pl-5">
              {["refund", "no_training", "disputes", "sanctions"].map((name) => (
                <li key={name}>{terms[name]}</li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Lines are short: on a narrow screen none is cut at the edge. */
const post = (base: string, path: string, body: string): string =>
  [`curl -s ${base}${path} \\`, "  -H 'Content-Type: application/json' \\", `  -d '${body}'`].join("\n");

const script = (base: string): string =>
  [
    post(base, "/api/payment/buy-credits", '{"amount_usd":5}'),
    "# send exactly the answer's amount of USDC",
    "# on Base to its wallet, then",
    post(base, "/api/payment/confirm", '{"nonce":"<memo of the answer>"}'),
  ].join("\n");

function ByScript() {
  return (
    <section aria-labelledby="by-script" className="mt-4">
      <h2 id="by-script" className="text-h2">
        By script
      </h2>
      <p className="mt-1 mb-2 text-fg-muted">An agent with a wallet buys in three steps; the answer to the last holds its token, once.</p>
      <PlainCode text={script(baseUrl())} label="Commands that buy credits" />
    </section>
  );
}

/** What an instance that sells nothing is good for, and how its users come to credits nevertheless. */
function WithoutBuying({ contact }: { contact: string | null }) {
  return (
    <section aria-labelledby="without-buying" className="card mt-4 p-4">
      <h2 id="without-buying" className="text-h2">
        What you can do without buying
      </h2>
      <ul className="mt-3 grid gap-3">
        <li>
          <a href="/docs">Read everything that is free</a>
          <p className="text-fg-muted">
            Status, news, models, prices, scores, GPUs and retirements, as pages and as JSON, without a token.
          </p>
        </li>
        <li>
          <a href={routePage.path}>Ask which model fits a task</a>
          <p className="text-fg-muted">{CALLS_PER_DAY} answers a day are free.</p>
        </li>
        <li>
          <a href={accountPage.path}>Use a token that the operator gave you</a>
          <p className="text-fg-muted">
            It pays for premium calls as a bought one does. To get one, ask the operator{contact === null ? "" : `: ${contact}`}.
          </p>
        </li>
        <li>
          <strong className="font-medium">Make a token, if you run this service</strong>
          <PlainCode text="npm run token -- mint --credits 100 --name me" label="Command that makes a token" />
          <p className="mt-1 text-fg-muted">
            To sell credits, configure a wallet: <a href="/docs/guides/configuration">guide to the configuration</a>.
          </p>
        </li>
      </ul>
    </section>
  );
}

export default async function BuyPage({ searchParams }: PageProps) {
  preloadMono();
  const { values, ignored } = readSearch(buyPage, await searchParams);
  const [info, session] = await Promise.all([call(paymentInfo), findSession()]);
  const { operator, pricing } = info;
  const seller = { social: operator.social, contact: operator.contact, baseUrl: baseUrl(), explorer: EXPLORER, offered: offeredWallets() };
  return (
    <PageFrame frame={frameOf(buyPage, { values, capturedAt: null })} verb={null} json={values.view === "json" ? info : undefined}>
      <FormOrigin />
      <IgnoredNote ignored={ignored} href={hrefOf(buyPage, values)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          {info.enabled ? (
            <BuyPanel
              seller={seller}
              presets={pricing.volume_bundles}
              amount={values.amount}
              hash={values.tx}
              inSession={session ? confirmInSession : null}
              buyByHand={buyByHand}
            />
          ) : (
            <Note tone="warn">
              <p className="font-medium">Purchases are paused</p>
              <p className="mt-1">{info.reason} Free answers are there as always, and tokens keep working.</p>
            </Note>
          )}
          {info.enabled ? <ByScript /> : <WithoutBuying contact={operator.contact} />}
        </div>
        <div className="grid gap-4">
          <Prices bundles={pricing.volume_bundles} />
          <SellerFacts info={info} />
        </div>
      </div>
    </PageFrame>
  );
}
