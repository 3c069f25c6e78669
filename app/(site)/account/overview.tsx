import { NearTime } from "@/components/ui/near-time";
import { ListedTable } from "@/components/ui/data-table";
import { SignOutButton } from "@/components/account/sign-out-button";
import { Block } from "@/components/blocks/block";
import { CopyButton } from "@/components/shell/copy-button";
import { Empty, Note } from "@/components/ui/states";
import { serviceTime } from "@/lib/config/clock";
import { utcDay } from "@/lib/domain/basics/date-range";
import { burnRate, type BurnRate } from "@/lib/domain/money/burn-rate";
import { formatCount, formatDay, formatMoment } from "@/lib/domain/pages/format";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import type { AccountFacts } from "@/lib/http/session/account-facts";
import type { AccountSession } from "@/lib/http/session/visit";
import { purchasesPage } from "@/lib/pages/account/purchases";
import { tokensPage } from "@/lib/pages/account/tokens";
import { usagePage } from "@/lib/pages/account/usage";
import { findPage } from "@/lib/pages";
import { signOutHere, signOutOfAll } from "./sign-in-actions";
import { accountAnswer } from "./visit";

const RATE_DAYS = 30;
const LAST_CALLS = 5;

const count = (credits: number): string => `${formatCount(credits)} ${credits === 1 ? "credit" : "credits"}`;

/** Credits of a day: below ten with one decimal, because whole credits would be far off. */
const aDay = (perDay: number): string => (perDay < 10 ? String(Number(perDay.toFixed(1))) : formatCount(Math.round(perDay)));

function DaysLeft({ rate }: { rate: BurnRate | null }) {
  if (!rate) {
    return <p className="text-fg-muted">How long it lasts is said once credits were spent on three days.</p>;
  }
  return (
    <p>
      <strong className="font-semibold">
        {rate.daysLeft === 1 ? "One day left" : `${formatCount(rate.daysLeft)} days left`} at about {aDay(rate.perDay)} a day:
      </strong>{" "}
      {count(rate.credits)} were spent in the {rate.days} days from {formatDay(rate.from)} to {formatDay(rate.to)}.
    </p>
  );
}

/** Where credits are bought; the sale of another service than this one's page is by the API. */
const topUpHref = (): string => findPage("/buy")?.path ?? "/api/payment/info";

async function Balance({ session, spendable }: { session: AccountSession; spendable: number }) {
  const usage = await accountAnswer(session, paymentUsage, { days: String(RATE_DAYS) });
  const days = usage.kind === "answer" ? (usage.answer.by_day ?? []) : null;
  return (
    <section aria-labelledby="balance" className="card grid content-start gap-3 p-4">
      <h2 id="balance" className="text-h2">
        Balance
      </h2>
      <p className="text-display font-semibold">{count(spendable)}</p>
      {days === null ? (
        <p className="text-fg-muted">How long it lasts is not known now.</p>
      ) : (
        <DaysLeft rate={burnRate(spendable, days, utcDay(serviceTime()))} />
      )}
      <a href={topUpHref()} className="control control-primary justify-self-start">
        Top up
      </a>
    </section>
  );
}

function SignedIn({ session, facts }: { session: AccountSession; facts: AccountFacts }) {
  const own = facts.tokens.find(({ is_current: isCurrent }) => isCurrent);
  return (
    <section aria-labelledby="signed-in" className="card grid content-start gap-3 p-4">
      <h2 id="signed-in" className="text-h2">
        Signed in
      </h2>
      {session.wallet !== null ? (
        <p>
          By the wallet <code className="font-mono break-all">{session.wallet}</code>; it ends{" "}
          <NearTime at={session.expiresAt.toISOString()} />.
        </p>
      ) : (
        <p>
          By the token “{own?.name ?? "unnamed"}” <code className="font-mono break-all">{own?.token_short}</code>; it ends{" "}
          <NearTime at={session.expiresAt.toISOString()} />. The token{" "}
          {own?.last_used ? (
            <>
              last paid <NearTime at={own.last_used} />
            </>
          ) : (
            "was never used"
          )}
          .
        </p>
      )}
      {own?.state === "grace" && own.ends !== null && (
        <Note tone="warn">
          This token was replaced: until {formatMoment(own.ends)} it may spend, and nothing else. Sign in with the token that replaced it.
        </Note>
      )}
      <div className="flex flex-wrap items-start gap-2">
        {own && <CopyButton label="Copy its short form" text={own.token_short} className="js-only control" />}
        <SignOutButton action={signOutHere} label="Sign out" />
        <SignOutButton action={signOutOfAll} label="Sign out everywhere" />
      </div>
      <p className="text-small text-fg-muted">
        {session.wallet === null
          ? "“Everywhere” ends every session that this token opened. No token ends."
          : "“Everywhere” ends every session of the account. No token ends."}
      </p>
    </section>
  );
}

async function Unfinished({ session }: { session: AccountSession }) {
  const history = await accountAnswer(session, paymentHistory);
  if (history.kind !== "answer" || history.answer.unfinished.length === 0) return null;
  const { length } = history.answer.unfinished;
  return (
    <Note tone="warn">
      {length === 1 ? "One payment is" : `${formatCount(length)} payments are`} not finished.{" "}
      <a href={purchasesPage.path}>What to do about {length === 1 ? "it" : "them"}</a>
    </Note>
  );
}

function LastCalls({ session }: { session: AccountSession }) {
  return (
    <Block
      title="Last calls"
      more={{ href: usagePage.path, label: "All calls" }}
      load={() => accountAnswer(session, paymentUsage)}
      render={({ recent }) =>
        recent.length === 0 ? (
          <Empty>No call was charged yet. The first one stands here as soon as it was answered.</Empty>
        ) : (
          <ListedTable
            label="The last calls that were charged"
            head={["Endpoint", "Credits", "When"]}
            rows={recent.slice(0, LAST_CALLS).map(({ endpoint, credits, at, receipt_id: receipt }) => ({
              key: receipt ?? `${endpoint} ${at}`,
              cells: [
                <code key="endpoint" className="font-mono">
                  {endpoint}
                </code>,
                formatCount(credits),
                <NearTime key="at" at={at} />,
              ],
            }))}
          />
        )
      }
    />
  );
}

/** Balance and a form for a token where a wallet's account has none in use; all else needs a token. */
export function Overview({ session, facts }: { session: AccountSession; facts: AccountFacts }) {
  return (
    <div className="grid gap-4">
      {session.tokenHash === null ? (
        <Note tone="warn">
          No token of this account is in use, so nothing can spend its {count(facts.spendable)}. <a href={tokensPage.path}>Create one</a>
        </Note>
      ) : (
        <Unfinished session={session} />
      )}
      <div className="grid gap-4 lg:grid-cols-2">
        <Balance session={session} spendable={facts.spendable} />
        <SignedIn session={session} facts={facts} />
      </div>
      {session.tokenHash !== null && <LastCalls session={session} />}
    </div>
  );
}
