import type { Db } from "@/db/client";
import { loadEditorialCatalogs } from "@/jobs/load-editorial-catalogs";
import { loadGpuCatalog } from "@/jobs/load-gpu-catalog";
import { loadModelCatalogs } from "@/jobs/load-model-catalogs";

type Loader = (db: Db, now: Date) => Promise<unknown>;

/** Bundled catalogs that live in the database: loaded at start when their file is not the one loaded last. */
const loaders: readonly Loader[] = [loadEditorialCatalogs, loadGpuCatalog, loadModelCatalogs];

export async function loadCatalogs(db: Db, now: Date): Promise<void> {
  for (const load of loaders) await load(db, now);
}
