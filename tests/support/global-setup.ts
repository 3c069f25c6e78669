import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removePrograms } from "./server/program";
import { stopPgbouncerIn } from "./stores/pgbouncer";
import { stopOwnPostgresIn } from "./stores/own-postgres";
import { stopPostgresIn } from "./stores/postgres";

const PREFIX = "data-service-tests-";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

async function remove(folder: string): Promise<void> {
  stopPgbouncerIn(folder);
  removePrograms(folder);
  await stopOwnPostgresIn(folder);
  await stopPostgresIn(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** Removes what killed runs left; their Postgres would keep running. */
async function sweep(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1] ?? Number.NaN);
    if (Number.isInteger(pid) && !isAlive(pid)) await remove(join(tmpdir(), name));
  }
}

/** A folder per run that its test files share: a Postgres and a migrated template, made on first use. */
export default async function setUp(): Promise<() => Promise<void>> {
  await sweep();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.env.TEST_RUN_FOLDER = folder;
  return () => remove(folder);
}
