import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { usagePage } from "@/lib/pages/account/usage";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { requireAccount } from "../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(usagePage);

export default async function UsagePage({ searchParams }: PageProps) {
  const { values } = readSearch(usagePage, await searchParams);
  await requireAccount(hrefOf(usagePage, values));
  return (
    <PageFrame frame={frameOf(usagePage, { values, capturedAt: null })} verb={null}>
      <Empty>The account's calls will be listed here.</Empty>
    </PageFrame>
  );
}
