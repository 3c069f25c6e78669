import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { tokensPage } from "@/lib/pages/account/tokens";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { requireAccount } from "../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(tokensPage);

export default async function TokensPage({ searchParams }: PageProps) {
  const { values } = readSearch(tokensPage, await searchParams);
  await requireAccount(hrefOf(tokensPage, values));
  return (
    <PageFrame frame={frameOf(tokensPage, { values, capturedAt: null })} verb={null}>
      <Empty>The account's tokens will be listed here.</Empty>
    </PageFrame>
  );
}
