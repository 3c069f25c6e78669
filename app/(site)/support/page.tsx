import type { Metadata } from "next";
import { supportDoc } from "@/lib/docs/operator/support";
import { thisSite } from "@/lib/docs/pages/this-site";
import { pageMetadata } from "@/lib/pages/frame";
import { supportPage } from "@/lib/pages/operator";
import type { PageProps } from "@/lib/pages/search";
import { OperatorDoc } from "../docs/operator-doc";

export const generateMetadata = (): Metadata => pageMetadata(supportPage);

export default function SupportPage({ searchParams }: PageProps) {
  return <OperatorDoc page={supportPage} search={searchParams} doc={supportDoc(thisSite())} />;
}
