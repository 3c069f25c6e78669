import { AccountNav } from "@/components/account/account-nav";
import { FormOrigin } from "@/components/shell/form-origin";
import { UnfinishedPayments } from "@/components/wallet/unfinished-payments";
import { accountSections } from "@/lib/pages/account";
import { findSession } from "./visit";

export default async function AccountLayout({ children }: { children: React.ReactNode }) {
  const session = await findSession();
  return (
    <>
      {session && <AccountNav sections={accountSections} />}
      <FormOrigin />
      <UnfinishedPayments />
      {children}
    </>
  );
}
