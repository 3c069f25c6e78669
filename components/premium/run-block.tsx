"use client";

import { Suspense, useId, useState, type ReactNode } from "react";
import { usePathname } from "next/navigation";
import { useIsLeaving } from "@/components/ui/leaving";
import { formatCount } from "@/lib/domain/pages/format";
import { noteBalance, useOwnAccount, useSettledAccount } from "./account-runs";
import { useHeldToken } from "./held-token";
import { ReceiptRow } from "./receipt-row";
import { RefusedRun } from "./refused-run";
import { byToken, bySession, earlierAnswer, runCall, SESSION_PAYER, type PremiumAnswer, type Question, type Refusal } from "./run-call";
import { TokenField } from "./token-field";

/** The question that a block asks; plain data, so that a page of the server can hand it over. */
export interface PremiumRequest {
  /** Path with the parameters of the query, as it is asked for. */
  address: string;
  /** Sent to it as it is; left out where the address asks for all. */
  body?: string;
  credits: number;
  /** Price of the call in dollars, for those who do not know what a credit is. */
  usd: string;
}

interface Props<Answer> {
  title: string;
  /** What the answer holds, and for which range. */
  lead: string;
  request: PremiumRequest;
  /** An answer of invented figures, shown on demand and marked as an example. */
  example?: ReactNode;
  /** True where nothing else shows what comes back. */
  isExampleOpen?: boolean;
  /** What has to be given before it can run; it stands above the button. */
  input?: ReactNode;
  /** False while the question is not whole. */
  canRun?: boolean;
  /** What a refusal says beyond its message; null for nothing. */
  refused?: (refusal: Refusal) => ReactNode;
  children: (answer: Answer) => ReactNode;
}

type State<Answer> =
  | { step: "idle" }
  | { step: "running" }
  | { step: "answered"; answer: Answer & PremiumAnswer }
  | { step: "refused"; refusal: Refusal };

/** Skeleton in place of the answer; it appears late enough that a quick answer does not flicker. */
function Running() {
  return (
    <p role="status" className="run-skeleton mt-4 text-small text-fg-muted">
      Running…
    </p>
  );
}

/** Never calls by itself: an answer that costs credits is asked for by its button alone. */
export function RunBlock<Answer extends object>(props: Props<Answer>) {
  const { title, lead, request, example, isExampleOpen = false, input, canRun = true, refused, children } = props;
  const { address, body, credits, usd } = request;
  const question = body === undefined ? { address } : { address, body };
  const id = useId();
  const token = useHeldToken();
  const account = useOwnAccount();
  const settledAccount = useSettledAccount();
  const path = usePathname();
  const isLeaving = useIsLeaving();
  // A token that was typed wins over the session.
  const payer = token === "" ? account : null;
  const payerName = payer ? SESSION_PAYER : token;
  const [asked, setAsked] = useState<{ question: Question; state: State<Answer> }>({ question, state: { step: "idle" } });
  const [isTokenShown, setIsTokenShown] = useState(false);
  const earlier = earlierAnswer<Answer>(question, payerName);
  // Other parameters are another question: what an earlier one led to does not stand under them.
  const own = asked.question.address === address && asked.question.body === body ? asked.state : { step: "idle" as const };
  const state: State<Answer> = own.step === "idle" && earlier ? { step: "answered", answer: earlier } : own;
  const price = `${credits} ${credits === 1 ? "credit" : "credits"}`;

  async function run() {
    const paying = token === "" ? (payer ?? (await settledAccount())) : null;
    if (token === "" && !paying) return setIsTokenShown(true);
    setAsked({ question, state: { step: "running" } });
    const outcome = await (paying
      ? runCall<Answer>(question, SESSION_PAYER, bySession(paying.run))
      : runCall<Answer>(question, token, byToken(token)));
    const refused = "refusal" in outcome ? outcome.refusal : null;
    if (paying && "answer" in outcome) noteBalance(outcome.answer.billing.credits_remaining);
    if (paying && refused?.code === "session_required") noteBalance(null);
    setIsTokenShown(refused?.status === 401 && refused.code !== "token_required");
    setAsked({
      question,
      state: "answer" in outcome ? { step: "answered", answer: outcome.answer } : { step: "refused", refusal: outcome.refusal },
    });
  }

  return (
    <section aria-labelledby={`${id}-title`} className="card p-4" aria-busy={state.step === "running"}>
      <h2 id={`${id}-title`} className="text-h2">
        {title}
      </h2>
      <p className="mt-1 max-w-[68ch] text-small text-fg-muted">
        {lead} This answer costs {price} ({usd}).
      </p>
      {input}
      {state.step !== "answered" && (
        <form
          className="no-print mt-3 flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          {isTokenShown && <TokenField id={`${id}-token`} isRefused={state.step === "refused" && state.refusal.status === 401} />}
          <button type="submit" className="control control-primary" disabled={isLeaving || !canRun || state.step === "running"}>
            Run, {price}
          </button>
          {payer && !isTokenShown && (
            <p className="self-center text-small">
              On your account, which has {formatCount(payer.balance)} {payer.balance === 1 ? "credit" : "credits"}
            </p>
          )}
          {(token !== "" || payer) && !isTokenShown && (
            <button type="button" className="control" onClick={() => setIsTokenShown(true)}>
              Use another token
            </button>
          )}
        </form>
      )}
      {isTokenShown && token === "" && !payer && (
        <p role="status" className="mt-2 text-small">
          A token is needed to run this: paste one above, or <a href={`/account?next=${encodeURIComponent(path)}`}>sign in</a>; who has none
          can <a href="/buy">buy one</a>. Nothing was asked and nothing was charged.
        </p>
      )}
      {state.step === "running" && <Running />}
      {state.step === "refused" && (
        <RefusedRun refusal={state.refusal} onRetry={() => void run()}>
          {refused?.(state.refusal)}
        </RefusedRun>
      )}
      {state.step === "answered" && (
        <div className="mt-4">
          <Suspense fallback={<Running />}>{children(state.answer)}</Suspense>
          <ReceiptRow {...state.answer} />
        </div>
      )}
      {example && state.step !== "answered" && (
        <details className="mt-4" open={isExampleOpen}>
          <summary className="inline-flex min-h-6 items-center text-small text-fg-muted underline decoration-dotted underline-offset-4">
            See an example answer
          </summary>
          <div className="mt-2 rounded-control border border-dashed border-border-strong p-3">
            <p className="chip mb-2 inline-block rounded-chip bg-info-tint px-2 py-0.5 text-small font-medium text-info-fg">
              Example: invented figures
            </p>
            {example}
          </div>
        </details>
      )}
      <noscript>
        <p className="mt-2 text-small text-fg-muted">
          Without JavaScript, ask the API itself: {body === undefined ? "GET" : "POST"} {address} with an Authorization header.
        </p>
      </noscript>
    </section>
  );
}
