import { createHash } from "node:crypto";
import { join } from "node:path";
import { dbOf, type Connection } from "@/db/connection";
import { connection } from "@/db/database";
import { isMigrated, ping } from "@/db/migrate/migrate";
import { describePostgres } from "@/lib/config/database-choice";
import { env, KEYS, type Env } from "@/lib/config/env";
import { examineClock, type ClockState } from "../cli/clock-commands";
import { overDirectAddress } from "./bring-up-to-date";
import { backups, cadenceFinding, contents, poolerFindings } from "./database-findings";
import { bad, good, type Finding } from "./finding";
import { freshnessFinding } from "./freshness-lines";

export interface DatabaseReport {
  database: Finding[];
  /** Null where the schema is not current, so that it cannot be asked. */
  clock: ClockState | null;
  /** Whether the jobs run as often as they say, which matters in production. Null where the schema is not current. */
  cadences: Finding | null;
}

export interface ServerReport extends DatabaseReport {
  pid: number;
  /** Fingerprint of each configured value, because the values may be secret. */
  settings: Record<string, string>;
}

const fingerprint = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 16);

export const settingsOf = (values: Env): Record<string, string> =>
  Object.fromEntries(Object.keys(KEYS).map((name) => [name, fingerprint(values[name as keyof typeof KEYS])]));

export const placeOf = (values: Env): string => describePostgres(values) ?? `embedded in ${join(values.DATA_DIR, "db")}`;

/** Schema, tables, books, backups and connections; and the clock as this process sees it. */
export async function examineDatabase(opened: Connection, root: string): Promise<DatabaseReport> {
  const place = placeOf(env());
  await overDirectAddress(opened, ping);
  if (!(await isMigrated(opened, root))) {
    return {
      database: [bad("database", `${place}: its schema is not current`, "npm run migrate (npm start does it too)")],
      clock: null,
      cadences: null,
    };
  }
  const db = dbOf(opened);
  const pooler = await poolerFindings(opened, env());
  const database = [
    good("database", `${place}, its schema is current`),
    ...(await contents(db)),
    await freshnessFinding(db, new Date()),
    backups(),
    ...pooler,
  ];
  return { database, clock: await examineClock(db), cadences: await cadenceFinding(db, env(), new Date()) };
}

/** The command that `npm run doctor` sends to a running server. Only the server can read an embedded database. */
export async function examineServer(): Promise<ServerReport> {
  const report = await examineDatabase(await connection(), process.cwd());
  return { pid: process.pid, settings: settingsOf(env()), ...report };
}
