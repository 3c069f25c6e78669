import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What is known of an outage outside of the store that is away, for all processes that share a data folder and for the next start. */
const Outage = z.object({ deliveryId: z.string(), at: z.coerce.date(), says: z.string(), isTold: z.boolean() });
export type Outage = z.output<typeof Outage>;

export type OutageFile = ReturnType<typeof outageFile>;

/** Null also for a file that a crash left half-written. */
function readOutage(file: string): Outage | null {
  if (!existsSync(file)) return null;
  try {
    return Outage.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

export function outageFile(dataDir: string, name: string) {
  const folder = join(dataDir, "alerts");
  const file = join(folder, `${name}-away.json`);
  const write = (outage: Outage, flag: "w" | "wx") => writeFileSync(file, JSON.stringify(outage), { flag, mode: 0o600 });
  /** What could not be written: the disk that fills up may be what ended the store, too. */
  let unwritten: Outage | null = null;
  return {
    read: (): Outage | null => unwritten ?? readOutage(file),
    /** False when it was noted before, here or by another process. */
    begin(outage: Outage): boolean {
      if (unwritten || existsSync(file)) return false;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        write(outage, "wx");
      } catch {
        // Another process was faster, or nothing can be written.
        if (existsSync(file)) return false;
        unwritten = outage;
      }
      return true;
    },
    told(outage: Outage): void {
      if (unwritten) unwritten = { ...outage, isTold: true };
      else write({ ...outage, isTold: true }, "w");
    },
    end(): void {
      unwritten = null;
      if (existsSync(file)) rmSync(file, { force: true });
    },
  };
}
