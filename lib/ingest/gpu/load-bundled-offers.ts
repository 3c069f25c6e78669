import { createHash } from "node:crypto";
import { inTransaction, type Db } from "@/db/client";
import { type GpuOfferRow, replaceBundledOffers } from "@/db/queries/gpu/gpu";
import { bumpVersion, isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import { bundledGpuOffers, type BundledGpuOffer } from "@/lib/catalogs/gpu-pricing";

const CATALOG = "gpu-pricing";

/** `seenAt` is the catalog's date, so that loading it does not make a price look fresh. */
const toRow = ({ asOf, source_url: sourceUrl, formFactor: _, ...offer }: BundledGpuOffer): GpuOfferRow => ({
  ...offer,
  sourceUrl,
  availableCount: null,
  isLive: false,
  seenAt: asOf === null ? null : new Date(`${asOf}T00:00:00Z`),
});

/** Stores the bundled offers of providers that were never read live. Does nothing when this file version is already loaded. */
export async function loadGpuCatalog(db: Db, now: Date): Promise<number> {
  const sha256 = createHash("sha256").update(JSON.stringify(bundledGpuOffers)).digest("hex");
  if (await isCatalogLoaded(db, CATALOG, sha256)) return 0;
  return inTransaction(db, async (tx) => {
    const loaded = await replaceBundledOffers(tx, bundledGpuOffers.map(toRow));
    await recordCatalogLoad(tx, CATALOG, sha256, now);
    await bumpVersion(tx, "gpu_prices", now);
    return loaded;
  });
}
