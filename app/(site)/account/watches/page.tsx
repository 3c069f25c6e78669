import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { watchesPage } from "@/lib/pages/account/watches";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { requireAccount } from "../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(watchesPage);

export default async function WatchesPage({ searchParams }: PageProps) {
  const { values } = readSearch(watchesPage, await searchParams);
  await requireAccount(hrefOf(watchesPage, values));
  return (
    <PageFrame frame={frameOf(watchesPage, { values, capturedAt: null })} verb={null}>
      <Empty>The account's watches will be listed here.</Empty>
    </PageFrame>
  );
}
