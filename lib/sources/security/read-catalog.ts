import { SourceError, type SourceFault } from "../http/source";
import { readEpssTable, type EpssTable } from "./epss-table";
import { readKevCatalog, type KevCatalog } from "./kev-catalog";

/** Errors lose their class between threads, so a fault is returned as plain data. */
export type CatalogReadResult<Catalog> = { catalog: Catalog } | { fault: SourceFault; message: string };

function attempt<Catalog>(read: (bytes: Uint8Array) => Catalog, bytes: Uint8Array): CatalogReadResult<Catalog> {
  try {
    return { catalog: read(bytes) };
  } catch (error) {
    return { fault: error instanceof SourceError ? error.fault : "parse", message: error instanceof Error ? error.message : String(error) };
  }
}

export const readKevTask = (bytes: Uint8Array): CatalogReadResult<KevCatalog> => attempt(readKevCatalog, bytes);
export const readEpssTask = (bytes: Uint8Array): CatalogReadResult<EpssTable> => attempt(readEpssTable, bytes);
