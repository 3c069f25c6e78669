import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { accountFacts } from "@/lib/http/session/account-facts";
import { readInSession } from "@/lib/http/session/read-in-session";
import { accountPage } from "@/lib/pages/account/overview";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { Overview } from "./overview";
import { SIGN_IN, SignIn } from "./sign-in";
import { findSession } from "./visit";

const LEAD = "What the account has, how long it lasts, and what it was last spent on.";

export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata(accountPage, (await findSession()) ? {} : SIGN_IN);
}

export default async function AccountPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(accountPage, await searchParams);
  const session = await findSession();
  if (session && values.next !== null) redirect(values.next);
  const note = <IgnoredNote ignored={ignored} href={hrefOf(accountPage, values)} />;
  if (!session) {
    return (
      <>
        {note}
        <SignIn values={values} />
      </>
    );
  }
  return (
    <PageFrame
      frame={frameOf(accountPage, { values, lead: LEAD, capturedAt: null })}
      verb={null}
      json={values.view === "json" && session.tokenHash !== null ? await readInSession(session, paymentBalance) : undefined}
    >
      {note}
      <Overview session={session} facts={await accountFacts(session)} />
    </PageFrame>
  );
}
