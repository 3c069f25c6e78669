import { navigation, publicPages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";

export const dynamic = "force-dynamic";

/** What the palette finds: the pages of the navigation, the documents, and every instance of a page. */
export async function GET(): Promise<Response> {
  const listed = navigation.flatMap(({ group, links }) => links.map(({ href, label }) => ({ label, kind: group, href, words: href })));
  const instances = await Promise.all(
    publicPages.map(async (page) =>
      ((await page.instances?.()) ?? []).map(({ path, label, kind, words }) => ({ label, kind, href: fillPath(page.path, path), words })),
    ),
  );
  return Response.json([...listed, ...instances.flat()], { headers: { "Cache-Control": "public, max-age=300" } });
}
