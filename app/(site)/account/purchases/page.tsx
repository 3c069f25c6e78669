import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { purchasesPage } from "@/lib/pages/account/purchases";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { requireAccount } from "../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(purchasesPage);

export default async function PurchasesPage({ searchParams }: PageProps) {
  const { values } = readSearch(purchasesPage, await searchParams);
  await requireAccount(hrefOf(purchasesPage, values));
  return (
    <PageFrame frame={frameOf(purchasesPage, { values, capturedAt: null })} verb={null}>
      <Empty>The account's purchases will be listed here.</Empty>
    </PageFrame>
  );
}
