import { AccountNav } from "@/components/account/account-nav";
import { accountSections } from "@/lib/pages/account";
import { findSession } from "./visit";

export default async function AccountLayout({ children }: { children: React.ReactNode }) {
  const session = await findSession();
  return (
    <>
      {session && <AccountNav sections={accountSections} />}
      {children}
    </>
  );
}
