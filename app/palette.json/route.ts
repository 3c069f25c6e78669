import { NAVIGATION } from "@/lib/domain/pages/navigation";
import { packModel, type PaletteIndex } from "@/lib/domain/pages/palette-index";
import { models } from "@/lib/endpoints/models";
import { call } from "@/lib/http/call";

export const dynamic = "force-dynamic";

export async function GET(): Promise<Response> {
  const { providers } = await call(models);
  const index: PaletteIndex = {
    pages: NAVIGATION.flatMap(({ group, links }) => links.map(({ href, label }) => ({ label, kind: group, href, words: href }))),
    makerHref: "/models?provider={provider}",
    modelHref: "/models?q={id}",
    makers: providers.map((maker) => [maker.id, maker.name, [...maker.models, ...maker.unpriced].map(packModel)]),
  };
  return Response.json(index, { headers: { "Cache-Control": "public, max-age=300" } });
}
