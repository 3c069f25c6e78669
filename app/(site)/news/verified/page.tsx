import type { Metadata } from "next";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/section";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { verifiedNewsPage } from "@/lib/pages/verified-news";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(verifiedNewsPage);

export default async function VerifiedNewsPage({ searchParams }: PageProps) {
  const { values } = readSearch(verifiedNewsPage, await searchParams);
  return (
    <PageFrame frame={frameOf(verifiedNewsPage, { values, capturedAt: null })}>
      <Empty>Stories are grouped every hour. They are answered by the API, for one credit.</Empty>
    </PageFrame>
  );
}
