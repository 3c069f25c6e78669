import type { Metadata } from "next";
import { ConfirmedForm } from "@/components/account/confirmed-form";
import { CreateToken } from "@/components/account/create-token";
import { RotateToken } from "@/components/account/rotate-token";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { GRACE_SECONDS, MOST_CREATED_PER_DAY, MOST_LIVE_TOKENS, TOKEN_NAME_LENGTH } from "@/lib/domain/money/token-limits";
import { formatAge } from "@/lib/domain/pages/format";
import { listPaymentTokens } from "@/lib/endpoints/payment/tokens";
import { listWatches } from "@/lib/endpoints/premium/watches";
import { accountFacts } from "@/lib/http/session/account-facts";
import type { AccountSession } from "@/lib/http/session/visit";
import { readInSession } from "@/lib/http/session/read-in-session";
import { tokensPage } from "@/lib/pages/account/tokens";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { newFormKey } from "../form-key";
import { accountAnswer, requireAccount } from "../visit";
import { createOne, endAll, replaceOwn } from "./actions";
import { EndToken, Listed } from "./sections";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(tokensPage);

const GRACES = GRACE_SECONDS.map((seconds) => ({
  seconds,
  label: seconds === 0 ? "not at all: it ends at once, as after a theft" : `for ${formatAge(seconds)}, while the new one is put in place`,
}));

/** Null where they cannot be read, which is not the same as none. */
async function activeWatches(session: AccountSession): Promise<number | null> {
  const outcome = await accountAnswer(session, listWatches);
  return outcome.kind === "answer" ? outcome.answer.watches.filter(({ status }) => status === "active").length : null;
}

function Section({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className="card grid content-start gap-3 p-4">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Replace({ session }: { session: AccountSession }) {
  return (
    <Section id="replace" title="Replace the token of this session">
      {session.tokenId === null ? (
        <p>A wallet signed this session in, so there is no token of it to replace: create another one and end the old one.</p>
      ) : (
        <>
          <p>The new token takes its place: name, and what it created. Production goes on if the old one may spend for a while.</p>
          <RotateToken action={replaceOwn} formKey={newFormKey()} graces={GRACES} doneHref={tokensPage.path} />
        </>
      )}
    </Section>
  );
}

function EndAll() {
  return (
    <Section id="end-all" title="End everything">
      <p>
        For a token that was stolen: every token and every session of the account ends at once, this one too. The credits stay, and your
        wallet signs you in again.
      </p>
      <ConfirmedForm
        action={endAll}
        fields={{}}
        submit="End all tokens and sessions"
        tick="Everything that uses a token of this account stops."
        cancelHref={tokensPage.path}
      />
    </Section>
  );
}

export default async function TokensPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(tokensPage, await searchParams);
  const session = await requireAccount(hrefOf(tokensPage, values));
  const facts = await accountFacts(session);
  return (
    <PageFrame
      frame={frameOf(tokensPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" && session.tokenHash !== null ? await readInSession(session, listPaymentTokens) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(tokensPage, values)} />
      <div className="grid gap-4">
        {values.end !== null && <EndToken id={values.end} facts={facts} watches={await activeWatches(session)} />}
        <Section id="tokens" title="Tokens">
          <Listed facts={facts} showsEnded={values.show === "ended"} />
        </Section>
        <div className="grid gap-4 lg:grid-cols-2">
          <Section id="create" title="Create a token">
            <p>
              One for each place that spends, so that each can be ended alone. All share the credits of the account.
              {session.tokenId !== null && " It ends with the token of this session."} At most {MOST_LIVE_TOKENS} at a time, and{" "}
              {MOST_CREATED_PER_DAY} new ones a day.
            </p>
            <CreateToken action={createOne} formKey={newFormKey()} longestName={TOKEN_NAME_LENGTH} doneHref={tokensPage.path} />
          </Section>
          <Replace session={session} />
        </div>
        {session.wallet !== null && <EndAll />}
      </div>
    </PageFrame>
  );
}
