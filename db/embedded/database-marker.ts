import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolders } from "@/lib/config/make-folders.mjs";
import type { DatabaseIdentity } from "../queries/installation";

/** `creating`: the first start was interrupted before the database was complete. Nothing was sold from it. */
export type Marker = { state: "creating" } | ({ state: "whole" } & DatabaseIdentity) | { state: "unreadable" };

export const markerFile = (dataDir: string): string => join(dataDir, "database.json");
export const databaseFolder = (dataDir: string): string => join(dataDir, "db");

function isDatabaseIdentity(value: unknown): value is DatabaseIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { installation, schemaVersion, newestTransaction } = value as Record<string, unknown>;
  return typeof installation === "string" && Number.isSafeInteger(schemaVersion) && Number.isSafeInteger(newestTransaction);
}

/** Null when no marker was ever written: a new folder, or one from a release without markers. */
export function readMarker(dataDir: string): Marker | null {
  if (!existsSync(markerFile(dataDir))) return null;
  try {
    const marker: unknown = JSON.parse(readFileSync(markerFile(dataDir), "utf8"));
    if ((marker as { state?: unknown }).state === "creating") return { state: "creating" };
    return isDatabaseIdentity(marker) ? { ...marker, state: "whole" } : { state: "unreadable" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (error instanceof SyntaxError || error instanceof TypeError) return { state: "unreadable" };
    throw error;
  }
}

/** Replaces the file atomically and flushes it. A power cut leaves either the old or the new marker. */
export function writeMarker(dataDir: string, marker: Marker): void {
  makeFolders(dataDir);
  const draft = `${markerFile(dataDir)}.new`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, `${JSON.stringify(marker)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  chmodSync(draft, 0o600);
  renameSync(draft, markerFile(dataDir));
}
