import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty } from "@/components/ui/section";
import { models } from "@/lib/endpoints/models";
import { answerOrRefusal } from "@/lib/pages/answer";
import { pathValuesOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { readSearch, type PageProps } from "@/lib/pages/search";

async function modelOf({ params }: PageProps) {
  const path = pathValuesOf(await params);
  const { answer } = await answerOrRefusal(models, { provider: path.provider ?? "" });
  const [provider] = answer?.providers ?? [];
  const model = provider && [...provider.models, ...provider.unpriced].find(({ id }) => id === path.id);
  if (!answer || !model) notFound();
  return { path, answer, title: model.name };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return pageMetadata(modelPage, await modelOf(props));
}

export default async function ModelPage(props: PageProps) {
  const { path, answer, title } = await modelOf(props);
  const { values } = readSearch(modelPage, await props.searchParams);
  return (
    <PageFrame
      frame={frameOf(modelPage, { values, path, title, capturedAt: answer.captured_at })}
      json={values.view === "json" ? answer : undefined}
    >
      <Empty>Prices are read every 6 hours.</Empty>
    </PageFrame>
  );
}
