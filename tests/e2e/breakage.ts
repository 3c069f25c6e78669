import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";

/** The server's process writes here which database it serves. */
export const DATABASE_URL_FILE = join(import.meta.dirname, "../../.cache/e2e-database-url");

/** The server reads the versions twice a second. */
const VERSIONS_READ_MS = 1500;

/** Moves the checks of all services to now, as a poll without a change does: a long run would see them become unknown. */
export async function pollAgain(): Promise<void> {
  const client = new pg.Client({ connectionString: readFileSync(DATABASE_URL_FILE, "utf8") });
  await client.connect();
  try {
    await client.query("update status_services set checked_at = now(), read_at = now(), known_at = now() where state <> 'unknown'");
    await client.query("update dataset_versions set version = version + 1");
  } finally {
    await client.end();
  }
}

/** Renames tables away while `work` runs, so that every endpoint that reads them fails as it would on a broken database. */
export async function withoutTables(tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: readFileSync(DATABASE_URL_FILE, "utf8") });
  await client.connect();
  const rename = async (from: string, to: string) => void (await client.query(`alter table ${from} rename to ${to}`));
  /** A prepared answer or a kept page of the old version would be given in place of the failure, until the server reads the versions again. */
  const forgetAnswers = async () => {
    await client.query("update dataset_versions set version = version + 1");
    await delay(VERSIONS_READ_MS);
  };
  try {
    for (const table of tables) await rename(table, `${table}_away`);
    await forgetAnswers();
    await work();
  } finally {
    for (const table of tables) await rename(`${table}_away`, table);
    await forgetAnswers();
    await client.end();
  }
}
