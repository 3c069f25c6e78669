import { ConfirmedForm } from "@/components/account/confirmed-form";
import { TokenList } from "@/components/account/token-list";
import { Note } from "@/components/ui/states";
import { endingOf } from "@/lib/domain/money/token-loss";
import { formatCount } from "@/lib/domain/pages/format";
import type { AccountFacts } from "@/lib/http/session/account-facts";
import { tokensPage } from "@/lib/pages/account/tokens";
import { hrefOf } from "@/lib/pages/address";
import { endOne } from "./actions";

const creditsText = (count: number): string => `${formatCount(count)} ${count === 1 ? "credit" : "credits"}`;

/** What stops working when a token ends, and what would be lost. `watches` is the number of active ones. */
export function EndToken({ id, facts, watches }: { id: number; facts: AccountFacts; watches: number | null }) {
  const ending = endingOf(id, facts);
  const [target, ...others] = ending?.ended ?? [];
  if (!ending || !target) {
    return <Note tone="warn">This token is not there, or has ended already.</Note>;
  }
  if (!target.may_end) return <Note tone="warn">This session may not end “{target.name}”: it did not come from its token.</Note>;
  return (
    <section aria-labelledby="end-token" className="card grid gap-3 p-4">
      <h2 id="end-token" className="text-h2 [overflow-wrap:anywhere]">
        End “{target.name}”?
      </h2>
      <p>
        Calls with <code className="font-mono break-all">{target.token_short}</code> are refused from then on. This cannot be undone.
        {target.is_current && " It signed this session in, so you will be signed out."}
      </p>
      {others.length > 0 && (
        <div>
          <p>
            {others.length === 1 ? "One more token stops" : `${formatCount(others.length)} more tokens stop`} working with it, because it
            made or replaced {others.length === 1 ? "it" : "them"}:
          </p>
          <ul className="mt-1 list-disc pl-5">
            {others.map((other) => (
              <li key={other.id} className="[overflow-wrap:anywhere]">
                {other.name} <code className="font-mono text-small break-all">{other.token_short}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {ending.isLast && watches !== 0 && (
        <p>
          {watches === null ? "The account's watches stop" : watches === 1 ? "One watch stops" : `${formatCount(watches)} watches stop`}{" "}
          delivering, because no token of the account is left.
        </p>
      )}
      {ending.creditsLost === null ? (
        <p>The {creditsText(facts.spendable)} stay with the account.</p>
      ) : (
        <Note tone="bad">
          This is the last token of an account without a wallet: {creditsText(ending.creditsLost)} would be out of reach for good. To keep
          them, replace the token instead.
        </Note>
      )}
      <ConfirmedForm
        action={endOne}
        fields={{ id: String(id) }}
        submit={`End ${ending.ended.length === 1 ? "the token" : `${formatCount(ending.ended.length)} tokens`}`}
        tick={ending.creditsLost === null ? null : `I give up ${creditsText(ending.creditsLost)}.`}
        cancelHref={tokensPage.path}
      />
    </section>
  );
}

export function Listed({ facts: { tokens }, showsEnded }: { facts: AccountFacts; showsEnded: boolean }) {
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const shown = tokens
    .filter(({ state }) => showsEnded || state !== "ended")
    .map((token) => ({
      ...token,
      parentName: token.parent === null ? null : (names.get(token.parent) ?? null),
      endHref: token.may_end ? hrefOf(tokensPage, { end: token.id }) : null,
    }));
  const endedCount = tokens.filter(({ state }) => state === "ended").length;
  return (
    <>
      <TokenList tokens={shown} />
      {endedCount > 0 && (
        <p className="mt-3 text-small">
          {showsEnded ? (
            <a href={tokensPage.path}>Hide ended tokens</a>
          ) : (
            <a href={hrefOf(tokensPage, { show: "ended" })}>Show {formatCount(endedCount)} ended</a>
          )}
        </p>
      )}
    </>
  );
}
