import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { DATABASE_URL_FILE } from "./server-files";

/** The server reads the versions twice a second. */
const VERSIONS_READ_MS = 1500;

export async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: readFileSync(DATABASE_URL_FILE, "utf8") });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A cached answer or page of the old version would be given until the server reads the versions again. */
async function forgetAnswers(client: pg.Client): Promise<void> {
  await client.query("update dataset_versions set version = version + 1");
  await delay(VERSIONS_READ_MS);
}

/** Says of every source that it was read this long ago. */
export const readSources = (ago = "0 seconds"): Promise<void> =>
  withDatabase(async (client) => {
    await client.query("update sources set last_read_at = now() - $1::interval, last_attempt_at = now() where last_fault is null", [ago]);
    await forgetAnswers(client);
  });

/** All five sources answered a moment ago that they do not have this CVE. */
export const markAbsent = (cveId: string): Promise<void> =>
  withDatabase(async (client) => {
    await client.query(
      `insert into cve_readings (cve_id, source, facts, format, source_bytes, etag, read_at)
       select $1, source, null, (select max(format) from cve_readings), 0, null, now() from unnest(array['mitre', 'epss', 'osv', 'vulnrichment']) source
       on conflict (cve_id, source) do update set facts = null, read_at = now()`,
      [cveId],
    );
  });

/** Everything was checked and read a moment ago, as polls and reads without a change say. */
export async function refreshDemo(): Promise<void> {
  await withDatabase((client) =>
    client.query("update status_services set checked_at = now(), read_at = now(), known_at = now() where state <> 'unknown'"),
  );
  await readSources();
}

/** Renames tables away while `work` runs. Every endpoint that reads them then fails as on a broken database. */
export const withoutTables = (tables: readonly string[], work: () => Promise<void>): Promise<void> =>
  withDatabase(async (client) => {
    const rename = async (from: string, to: string) => void (await client.query(`alter table ${from} rename to ${to}`));
    try {
      for (const table of tables) await rename(table, `${table}_away`);
      await forgetAnswers(client);
      await work();
    } finally {
      for (const table of tables) await rename(`${table}_away`, table);
      await forgetAnswers(client);
    }
  });
