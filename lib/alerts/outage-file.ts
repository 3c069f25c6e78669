import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolders } from "@/lib/config/make-folders.mjs";
import { z } from "zod";

/**
 * An outage's record outside the store that is away. All processes of a data folder share it, and the
 * next start reads it.
 */
const Outage = z.object({ deliveryId: z.string(), at: z.coerce.date(), says: z.string(), isTold: z.boolean() });
export type Outage = z.output<typeof Outage>;

export type OutageFile = ReturnType<typeof outageFile>;

/** Null also for a file that is damaged. */
function readOutage(file: string): Outage | null {
  if (!existsSync(file)) return null;
  try {
    return Outage.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Puts the outage where `place` moves its draft, so that nobody ever reads half of it. */
function writeWhole(file: string, outage: Outage, place: (draft: string) => void): void {
  makeFolders(dirname(file));
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(outage), { mode: 0o600 });
    place(draft);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function outageFile(dataDir: string, name: string) {
  const file = join(dataDir, "alerts", `${name}-away.json`);
  /** Outages whose file could not be written: the disk that fills up may be what ended the store, too. */
  let unwritten: Outage | null = null;
  return {
    read: (): Outage | null => unwritten ?? readOutage(file),
    /** False when it was noted before, here or by another process. */
    begin(outage: Outage): boolean {
      if (unwritten || readOutage(file)) return false;
      try {
        // A hard link appears only once: of two processes the second finds the first one's outage.
        writeWhole(file, outage, (draft) => linkSync(draft, file));
      } catch {
        if (readOutage(file)) return false;
        unwritten = outage;
      }
      return true;
    },
    told(outage: Outage): void {
      const told = { ...outage, isTold: true };
      try {
        if (!unwritten) return writeWhole(file, told, (draft) => renameSync(draft, file));
      } catch {
        // An outage whose file cannot be written must not be told twice, so this process remembers it below.
      }
      unwritten = told;
    },
    end(): void {
      unwritten = null;
      if (existsSync(file)) rmSync(file, { force: true });
    },
  };
}
