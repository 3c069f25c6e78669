import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { StateChip, asState } from "@/components/ui/state-mark";
import { PageFrame } from "@/components/shell/page-frame";
import { Section } from "@/components/ui/section";
import { findProvider } from "@/lib/catalogs/providers";
import { status } from "@/lib/endpoints/status";
import { call } from "@/lib/http/call";
import { pathValuesOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { providerPage } from "@/lib/pages/provider";
import { readSearch, type PageProps } from "@/lib/pages/search";

async function pathOf({ params }: PageProps) {
  const path = pathValuesOf(await params);
  const provider = findProvider(path.id ?? "");
  if (!provider) notFound();
  return { path, title: provider.name };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  return pageMetadata(providerPage, await pathOf(props));
}

export default async function ProviderPage(props: PageProps) {
  const { path, title } = await pathOf(props);
  const { values } = readSearch(providerPage, await props.searchParams);
  const answer = await call(status, { provider: path.id ?? "" });
  return (
    <PageFrame
      frame={frameOf(providerPage, { values, path, title, capturedAt: answer.captured_at })}
      verb="Checked"
      json={values.view === "json" ? answer : undefined}
    >
      <Section title="Services">
        <ul>
          {answer.services.map((service) => (
            <li key={service.name}>
              {service.name} <StateChip state={asState(service.status)} />
            </li>
          ))}
        </ul>
      </Section>
    </PageFrame>
  );
}
