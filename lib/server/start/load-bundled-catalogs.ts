import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "@/db/client";
import { isCatalogLoaded, recordCatalogLoad } from "@/db/queries/freshness/operations";
import { updateAlone } from "@/db/migrate/update-alone";

const RELEASE = "release";

/** Digest of the bundled files and of the code that loads them. */
function digestOf(root: string): string {
  const files = ["lib/catalogs", "lib/ingest"]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
    .toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex");
}

async function load(db: Db, now: Date): Promise<void> {
  const [{ recordShippedCatalogs }, { loadGpuCatalog }, { loadModelCatalogs }] = await Promise.all([
    import("@/lib/ingest/record-shipped-catalogs"),
    import("@/lib/ingest/gpu/load-bundled-offers"),
    import("@/lib/ingest/models/load-bundled-models"),
  ]);
  await recordShippedCatalogs(db);
  await loadGpuCatalog(db, now);
  await loadModelCatalogs(db, now);
}

/** Loads the bundled catalogs in one process at a time. Reading an unchanged release would take most of a second start. */
export async function loadCatalogs(db: Db, now: Date, root: string): Promise<void> {
  const digest = digestOf(root);
  if (await isCatalogLoaded(db, RELEASE, digest)) return;
  await updateAlone(db, async (tx) => {
    if (await isCatalogLoaded(tx, RELEASE, digest)) return;
    await load(tx, now);
    await recordCatalogLoad(tx, RELEASE, digest, now);
  });
}
