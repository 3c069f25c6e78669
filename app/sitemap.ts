import type { MetadataRoute } from "next";
import { baseUrl } from "@/lib/http/build";
import { publicPages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";

export const dynamic = "force-dynamic";

const DOCUMENTS = ["/llms.txt", "/llms-full.txt"];

/** Every address of every public page, as there are now. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const addresses = await Promise.all(
    publicPages.map(async ({ path, instances }) =>
      instances ? (await instances()).map((instance) => fillPath(path, instance.path)) : [path],
    ),
  );
  return [...addresses.flat(), ...DOCUMENTS].map((address) => ({ url: `${baseUrl()}${address}` }));
}
