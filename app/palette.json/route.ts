import { packInstances, type PaletteIndex } from "@/lib/domain/pages/palette-index";
import { env } from "@/lib/config/env";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { premiumRequest } from "@/lib/http/premium-request";
import { namedPlaces, publicPages } from "@/lib/pages";
import { watchPage } from "@/lib/pages/account/watches";
import { buyPage } from "@/lib/pages/buy";
import { cvePage } from "@/lib/pages/security";

export const dynamic = "force-dynamic";

/** What the palette finds: the named pages, the documents, and every instance of a page. */
export async function GET(): Promise<Response> {
  const index: PaletteIndex = {
    entries: namedPlaces.map(({ group, href, label }) => ({ label, kind: group, href, words: href })),
    pages: await Promise.all(
      publicPages.flatMap(({ path, instances }) => (instances ? [instances().then((list) => packInstances(path, list))] : [])),
    ),
    smart: {
      cve: { path: cvePage.path, credits: premiumRequest(verifiedCve, {}).credits },
      watch: { path: watchPage.path },
      payment: { path: buyPage.path, chainId: env().CHAIN_ID },
    },
  };
  return Response.json(index, { headers: { "Cache-Control": "public, max-age=300" } });
}
