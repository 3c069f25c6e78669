import { resolve } from "node:path";
import { freeBytes } from "@/db/embedded/storage";
import { DISK_LOW_BYTES } from "@/lib/domain/alerts/alerts";
import { inMegabytes } from "@/lib/domain/basics/bytes";
import { bad, good, type Finding } from "./finding";
import { memoryFault, usableMegabytes } from "./memory-fault.mjs";

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

export function memory(megabytes = usableMegabytes()): Finding {
  const fault = memoryFault(megabytes);
  return fault ? bad("memory", fault.says, fault.mend) : good("memory", `${megabytes} MB`);
}
