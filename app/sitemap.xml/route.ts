import { escapeMarkup } from "@/lib/domain/basics/markup";
import { baseUrl, cacheableWithAddress } from "@/lib/http/own-address";
import { serveRefusals } from "@/lib/http/call/serve";
import { publicPages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";

export const dynamic = "force-dynamic";

const DOCUMENTS = ["/llms.txt", "/llms-full.txt"];

/** Every address of every public page, as there are now. */
export async function GET(): Promise<Response> {
  const addresses = await Promise.all(
    publicPages.map(async ({ path, instances }) =>
      instances ? (await instances()).map((instance) => fillPath(path, instance.path)) : [path],
    ),
  );
  const entries = [...addresses.flat(), ...DOCUMENTS].map((address) => `<url><loc>${escapeMarkup(baseUrl() + address)}</loc></url>`);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
  ];
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "Content-Type": "application/xml", "Cache-Control": cacheableWithAddress("public, max-age=0, must-revalidate") },
  });
}

export const { POST, PUT, PATCH, DELETE } = serveRefusals(["GET"], "GET, HEAD, OPTIONS");
