import { packInstances, type PaletteIndex } from "@/lib/domain/pages/palette-index";
import { navigation, publicPages } from "@/lib/pages";

export const dynamic = "force-dynamic";

/** What the palette finds: the pages of the navigation, the documents, and every instance of a page. */
export async function GET(): Promise<Response> {
  const index: PaletteIndex = {
    entries: navigation.flatMap(({ group, links }) => links.map(({ href, label }) => ({ label, kind: group, href, words: href }))),
    pages: await Promise.all(
      publicPages.flatMap(({ path, instances }) => (instances ? [instances().then((list) => packInstances(path, list))] : [])),
    ),
  };
  return Response.json(index, { headers: { "Cache-Control": "public, max-age=300" } });
}
