import { dbOf, type Connection } from "@/db/connection";
import { countConnections } from "@/db/queries/installation";
import { directAddress, servingAddress } from "@/lib/config/database-choice";
import type { Env } from "@/lib/config/env";
import { bad, good, type Finding } from "./finding";

/** As many as one process opens. */
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
    `alter system set max_connections = ${limit * 2}; and restart Postgres; or end what holds the others, or put a pooler before it`,
  );
}

export async function poolerFindings(connection: Connection, values: Env): Promise<Finding[]> {
  return connection.driver === "pglite" ? [] : [pooler(values), await freeConnections(connection)];
}
