import { takeLock } from "@/db/lock/process-lock.mjs";

/**
 * A process for lock tests. It waits for its start time, tries once, prints the result, and keeps the
 * lock until killed.
 */
const [file = "", startAt = "0"] = process.argv.slice(2);
while (Date.now() < Number(startAt)) {
  // All contenders leave this loop in the same millisecond.
}
try {
  await takeLock(file);
  process.stdout.write("taken\n");
  setInterval(() => undefined, 1000);
} catch (error) {
  process.stdout.write(`${(error as Error).name}\n`);
}
