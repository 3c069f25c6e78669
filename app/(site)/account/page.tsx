import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignOutButton } from "@/components/account/sign-out-button";
import { TokenSignIn } from "@/components/account/token-sign-in";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { formatCount } from "@/lib/domain/pages/format";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import type { AccountSession } from "@/lib/http/session/account-session";
import { readInSession } from "@/lib/http/session/read-in-session";
import { accountPage } from "@/lib/pages/account/overview";
import { hrefOf } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { signInByToken, signOutHere } from "./sign-in-actions";
import { accountAnswer, findSession } from "./visit";

type Values = ValuesOf<typeof accountPage>;

const SIGN_IN = {
  title: "Sign in",
  lead: "With a token of the account. Signing in neither makes nor ends a token; it lasts twelve hours, or until you sign out.",
};

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata(accountPage, (await findSession()) ? {} : SIGN_IN);
}

function SignIn({ values }: { values: Values }) {
  return (
    <PageFrame frame={frameOf(accountPage, { values, ...SIGN_IN, capturedAt: null })} verb={null}>
      <section aria-labelledby="by-token" className="card max-w-xl p-4">
        <h2 id="by-token" className="mb-3 text-h2">
          With a token
        </h2>
        <TokenSignIn action={signInByToken} next={values.next ?? accountPage.path} />
      </section>
    </PageFrame>
  );
}

async function Overview({ session, values }: { session: AccountSession; values: Values }) {
  return (
    <PageFrame
      frame={frameOf(accountPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" ? await readInSession(session, paymentBalance) : undefined}
    >
      <Block
        title="Balance"
        load={() => accountAnswer(session, paymentBalance)}
        render={({ balance }) => <p className="text-display font-semibold">{formatCount(balance)} credits</p>}
      />
      <div className="mt-4">
        <SignOutButton action={signOutHere} />
      </div>
    </PageFrame>
  );
}

export default async function AccountPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(accountPage, await searchParams);
  const session = await findSession();
  if (session && values.next !== null) redirect(values.next);
  return (
    <>
      <IgnoredNote ignored={ignored} href={hrefOf(accountPage, values)} />
      {session ? <Overview session={session} values={values} /> : <SignIn values={values} />}
    </>
  );
}
