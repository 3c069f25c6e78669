import { totalmem } from "node:os";
import { resolve } from "node:path";
import { freeBytes } from "@/db/embedded/storage";
import { DISK_LOW_BYTES } from "@/lib/domain/alerts/alerts";
import { bad, good, type Finding } from "./finding";

const MEGABYTE = 1024 * 1024;
/** What a start with an embedded database, its jobs and the model that compares news need. A machine sold with 1 GB shows somewhat less. */
const MEMORY_NEEDED = 950 * MEGABYTE;

const inMegabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

export function disk(dataDir: string): Finding {
  const free = freeBytes(dataDir);
  if (free === null) return good("disk", "the system does not tell how much room is left");
  if (free >= DISK_LOW_BYTES) return good("disk", `${inMegabytes(free)} are left for ${dataDir}`);
  return bad(
    "disk",
    `only ${inMegabytes(free)} are left for ${dataDir}; below 64 MB paid calls are refused`,
    `move older files of ${resolve(dataDir, "backups")} to another disk, or set DATA_DIR to a folder on a larger one`,
  );
}

/** A container's limit, where there is one. Node gives a huge number where there is none. */
const usableMemory = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

export function memory(usable = usableMemory()): Finding {
  if (usable >= MEMORY_NEEDED) return good("memory", inMegabytes(usable));
  return bad(
    "memory",
    `${inMegabytes(usable)}; with less than 1 GB the system may end the service without a word`,
    "give it 1 GB: docker run --memory=1g, MemoryMax=1G in the systemd unit, or a larger machine",
  );
}
