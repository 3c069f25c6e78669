import { NearTime } from "@/components/ui/near-time";
import type { Metadata } from "next";
import { PurchasesTable } from "@/components/account/purchases-table";
import { UnfinishedPayments } from "@/components/account/unfinished-payments";
import { Block } from "@/components/blocks/block";
import { FactList } from "@/components/models/fact-list";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Partial, Empty } from "@/components/ui/states";
import { unitsOf } from "@/lib/domain/money/credits";
import { creditsText, usdcText } from "@/lib/domain/money/money-words";
import { plural } from "@/lib/domain/pages/format";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { readInSession } from "@/lib/http/session/read-in-session";
import { purchasesPage } from "@/lib/pages/account/purchases";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { accountAnswer, requireAccount } from "../visit";
import Link from "next/link";
import { pages } from "@/lib/pages";

const BUY_PAGE = "/buy";

function HowToBuy() {
  const canBuyHere = pages.some(({ path }) => path === BUY_PAGE);
  return (
    <Empty>
      Nothing was bought for this account yet. Credits are paid in USDC on Base, and come by themselves once the payment is in the chain.{" "}
      {canBuyHere ? <Link href={BUY_PAGE}>Buy credits</Link> : <a href="/llms.txt">How to buy credits</a>}
    </Empty>
  );
}

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(purchasesPage);

export default async function PurchasesPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(purchasesPage, await searchParams);
  const session = await requireAccount(hrefOf(purchasesPage, values));
  const history = await accountAnswer(session, paymentHistory);
  const unfinished = history.kind === "answer" ? history.answer.unfinished : [];
  const readAt = history.kind === "answer" ? history.answer.chain_read_at : null;
  return (
    <PageFrame
      frame={frameOf(purchasesPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" ? await readInSession(session, paymentHistory) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(purchasesPage, values)} />
      <div className="grid gap-4">
        {unfinished.length > 0 && (
          <section aria-labelledby="unfinished" className="card p-4">
            <h2 id="unfinished" className="text-h2">
              Unfinished payments
            </h2>
            <p className="mt-1 mb-3 text-small text-fg-muted">
              {readAt === null ? (
                "The chain was not read for payments yet."
              ) : (
                <>
                  The chain was last read <NearTime at={readAt} />.
                </>
              )}
            </p>
            <UnfinishedPayments payments={unfinished} />
          </section>
        )}
        <Block
          title="Purchases"
          load={async () => history}
          render={(answer) =>
            answer.purchase_count === 0 ? (
              <HowToBuy />
            ) : (
              <>
                <div className="account-facts mb-5">
                  <FactList
                    facts={[
                      { label: "Paid", value: `${usdcText(unitsOf(answer.total_purchased_usd) ?? 0n)} USDC` },
                      { label: "Credits bought", value: creditsText(answer.total_credits_added) },
                      { label: "Purchases", value: plural(answer.purchase_count, "purchase") },
                      { label: "Left now", value: creditsText(answer.current_balance) },
                    ]}
                  />
                </div>
                <PurchasesTable purchases={answer.purchases} />
                <Partial label="Listed are" shown={answer.purchases.length} total={answer.purchase_count} noun="purchases, the newest" />
                <p className="no-print mt-4">
                  <a href="/account/purchases/csv" download className="text-small">
                    These as CSV
                  </a>
                </p>
              </>
            )
          }
        />
      </div>
      <p className="mt-3 max-w-[68ch] text-small text-fg-muted">
        Credits that the operator granted, or that were imported, are no purchases. A token made before purchases were recorded shows none.
        Credits, once bought, are not exchanged back into money; they do not expire.
      </p>
    </PageFrame>
  );
}
