import { listBackupFiles } from "@/db/backup/files";
import type { Db } from "@/db/client";
import { dbOf, isEmbedded, type Connection } from "@/db/connection";
import { listNewestRuns } from "@/db/queries/freshness/jobs";
import { countConnections, findInstalledAt, findUnreadableTable } from "@/db/queries/installation";
import { checkLedger } from "@/db/queries/money/ledger/ledger-check";
import { jobs } from "@/jobs/index";
import { directAddress, servingAddress } from "@/lib/config/database-choice";
import { env, type Env } from "@/lib/config/env";
import { toCron } from "@/lib/domain/freshness/cadence";
import { isCadenceUnmet } from "@/lib/domain/freshness/unmet-cadence";
import { bad, good, type Finding } from "./finding";

/** Reads every table, unlike a start, which reads only what it needs. */
export async function contents(db: Db): Promise<Finding[]> {
  const unreadable = await findUnreadableTable(db);
  const [newest] = listBackupFiles(env().DATA_DIR);
  const restore = newest
    ? `npm run backup -- restore ${newest.path}`
    : "restore a backup that you keep elsewhere: npm run backup -- restore <file>";
  if (unreadable) return [bad("contents", `the table ${unreadable.table} cannot be read: ${unreadable.reason}`, restore)];
  const { faults, transactions } = await checkLedger(db, new Date());
  const ledger = faults[0]
    ? bad("ledger", `the books do not balance: ${faults[0]}`, `npm run ledger -- verify tells every fault; ${restore}`)
    : good("ledger", `${transactions} transactions, the books balance`);
  return [good("contents", "every table can be read"), ledger];
}

export function backups(): Finding {
  const files = listBackupFiles(env().DATA_DIR);
  return good(
    "backups",
    files[0]
      ? `${files.length}, the newest ${files[0].path}`
      : "none yet; the server makes one a day of an embedded database, `npm run backup -- create` makes one now",
  );
}

/** Connections that a process opens at most. */
const CONNECTIONS_OF_A_PROCESS = 10;
const POOLER = /pooler|pgbouncer/i;
/** Where PgBouncer and Supabase's pooler listen by default. */
const POOLER_PORTS = new Set(["6432", "6543"]);

const looksPooled = ({ hostname, port, searchParams }: URL): boolean =>
  POOLER.test(hostname) || POOLER_PORTS.has(port) || searchParams.get("pgbouncer") === "true";

function pooler(values: Env): Finding {
  const [serving, direct] = [servingAddress(values), directAddress(values)];
  if (!serving) return good("pooler", "none, the database is embedded");
  const { host } = new URL(serving.url);
  if (direct) return good("pooler", `updates bypass ${host} by ${direct.key}, which leads to the same database`);
  return good("pooler", looksPooled(new URL(serving.url)) ? `${host}; updates go through it too` : `${host} does not look like one`);
}

async function freeConnections(connection: Connection): Promise<Finding> {
  const { limit, used } = await countConnections(dbOf(connection));
  const says = `${used} of ${limit} are in use`;
  if (limit - used >= CONNECTIONS_OF_A_PROCESS) return good("connections", says);
  return bad(
    "connections",
    `${says}, and each process opens up to ${CONNECTIONS_OF_A_PROCESS}`,
    `alter system set max_connections = ${limit * 2}; and restart Postgres; or end connections of other clients, or put a pooler before it`,
  );
}

export async function poolerFindings(connection: Connection, values: Env): Promise<Finding[]> {
  return connection.driver === "pglite" ? [] : [pooler(values), await freeConnections(connection)];
}

const NAMED_JOBS = 3;

/** Says who can run the jobs of this configuration, and what to do. */
function mendOfCadence({ SCHEDULER, isVercel, PUBLIC_BASE_URL }: Env): string {
  if (SCHEDULER && !isVercel) return "start the service, which runs them itself; `npm run jobs -- list` shows why one does not run";
  const address = PUBLIC_BASE_URL ?? "https://data.example.org";
  return `let a scheduler call \`GET ${address}/api/cron/<job>\` with \`Authorization: Bearer $CRON_SECRET\` at the times of \`npm run jobs -- list\`, or keep one process with SCHEDULER=on on the same database`;
}

/** Whether every job runs as often as it says. On a host with daily crons nothing runs them by itself. */
export async function cadenceFinding(db: Db, values: Env, now: Date): Promise<Finding> {
  const expected = jobs.filter(({ isEmbeddedOnly }) => !isEmbeddedOnly || isEmbedded(db));
  const [runs, installedAt] = await Promise.all([
    listNewestRuns(
      db,
      expected.map(({ name }) => name),
      now,
    ),
    findInstalledAt(db),
  ]);
  const unmet = expected.filter(({ name, cadence }) => isCadenceUnmet(cadence, runs.get(name)?.startedAt ?? installedAt, now));
  if (unmet.length === 0) return good("jobs", `all ${expected.length} run as often as they say`);
  const named = unmet.slice(0, NAMED_JOBS).map(({ name, cadence }) => {
    const ranAt = runs.get(name)?.startedAt;
    return `${name} (${toCron(cadence)}) ${ranAt ? `last ran at ${ranAt.toISOString()}` : "never ran"}`;
  });
  const more = unmet.length > NAMED_JOBS ? `, and ${unmet.length - NAMED_JOBS} more` : "";
  return bad(
    "jobs",
    `${unmet.length} of ${expected.length} do not run as often as they say: ${named.join(", ")}${more}`,
    mendOfCadence(values),
  );
}
