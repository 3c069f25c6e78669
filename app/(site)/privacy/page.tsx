import type { Metadata } from "next";
import { privacyDoc } from "@/lib/docs/operator/privacy";
import { thisSite } from "@/lib/docs/pages/this-site";
import { pageMetadata } from "@/lib/pages/frame";
import { privacyPage } from "@/lib/pages/operator";
import type { PageProps } from "@/lib/pages/search";
import { OperatorDoc } from "../docs/operator-doc";

export const generateMetadata = (): Metadata => pageMetadata(privacyPage);

export default function PrivacyPage({ searchParams }: PageProps) {
  return <OperatorDoc page={privacyPage} search={searchParams} doc={privacyDoc(thisSite())} />;
}
