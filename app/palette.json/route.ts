import { NAVIGATION } from "@/lib/domain/pages/navigation";
import { models } from "@/lib/endpoints/models";
import { call } from "@/lib/http/call";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const catalog = await call(models);
  const pages = NAVIGATION.flatMap(({ group, links }) => links.map(({ href, label }) => ({ label, kind: group, href, words: href })));
  const makers = catalog.providers.map(({ id, name }) => ({
    label: name,
    kind: "Maker",
    href: `/models?provider=${encodeURIComponent(id)}`,
    words: id,
  }));
  const entries = catalog.providers.flatMap((provider) =>
    [...provider.models, ...provider.unpriced].map((model) => ({
      label: model.name,
      kind: provider.name,
      href: `/models?q=${encodeURIComponent(model.id)}`,
      words: model.id,
    })),
  );
  return Response.json([...pages, ...makers, ...entries], { headers: { "Cache-Control": "public, max-age=300" } });
}
