import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/states";
import { newWatchPage } from "@/lib/pages/account/watches";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { requireAccount } from "../../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(newWatchPage);

export default async function NewWatchPage({ searchParams }: PageProps) {
  const { values } = readSearch(newWatchPage, await searchParams);
  await requireAccount(hrefOf(newWatchPage, values));
  return (
    <PageFrame frame={frameOf(newWatchPage, { values, capturedAt: null })} verb={null}>
      <Empty>The form of a new watch will stand here.</Empty>
    </PageFrame>
  );
}
