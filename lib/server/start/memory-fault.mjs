// @ts-check
import { totalmem } from "node:os";

const MB = 1024 * 1024;
/** With less the kernel kills the process while it starts, without a word. */
export const LEAST_MB = 700;
/** What the service is measured with. Machines sold with 1 GB show somewhat less. */
const ENOUGH_MB = 950;

/** Memory that this process may use, in MB: the machine's, or the limit of its container or unit. */
export function usableMegabytes() {
  const limit = process.constrainedMemory();
  return Math.floor(Math.min(totalmem(), limit > 0 ? limit : Number.POSITIVE_INFINITY) / MB);
}

const MEND = "Give it 1 GB: docker run --memory=1g, MemoryMax=1G in a systemd unit, or a larger machine.";

/**
 * Why this much memory is too little to start with, or what may happen with it. Null when it is enough.
 * @param {number} megabytes @returns {{ isFatal: boolean, says: string, mend: string } | null}
 */
export function memoryFault(megabytes) {
  if (megabytes < LEAST_MB) {
    return {
      isFatal: true,
      says: `This service needs 1 GB of memory and may use ${megabytes} MB, with which it would be killed.`,
      mend: MEND,
    };
  }
  if (megabytes < ENOUGH_MB) {
    return { isFatal: false, says: `This service may use ${megabytes} MB of memory and needs 1 GB when it is busy.`, mend: MEND };
  }
  return null;
}
