import { closeSharedConnection, dbOf, openConnection } from "@/db/connection";
import type { Db } from "@/db/client";
import { routing } from "@/lib/endpoints/premium/routing";
import { createEndpointTable } from "@/lib/http/endpoint-table";
import { serve } from "@/lib/http/call/serve";
import { readEverything, storeOpusScores } from "../history/daily-world";
import { refuseLeaks } from "../leaks";
import { runScript } from "../server/server";
import { createPostgresDatabase } from "../stores/drivers";

export type CallHeaders = Record<string, string>;

export interface CallAnswer {
  status: number;
  headers: CallHeaders;
  text: string;
}

export const TARGET = `${routing.path}?task=code`;

export interface CallingWorld {
  db: Db;
  /** Sends one call, or several at once, without Next, in a process that kills itself at this step. */
  crash(step: string, headers: CallHeaders, times?: number): Promise<string>;
  /** Sends one call to the engine in this process, as a restarted server would answer it. */
  ask(headers: CallHeaders): Promise<CallAnswer>;
  close(): Promise<void>;
}

/** A Postgres with data that answers one paid call, for processes that die while they answer it. */
export async function callingWorld(configuration: CallHeaders = {}): Promise<CallingWorld> {
  const database = await createPostgresDatabase(false);
  const connection = await openConnection({ driver: "pg", url: database.url }, "");
  const db = dbOf(connection);
  const readAt = new Date();
  await readEverything(db, readAt);
  await storeOpusScores(db, { swe_bench: 80, human_eval: 95, mmlu_pro: 90 }, readAt);
  const variables = {
    ...configuration,
    DATABASE_URL: database.url,
    PUBLIC_BASE_URL: "https://data.example.org",
    RECEIPT_SIGNING_KEY: Buffer.alloc(32, 7).toString("base64url"),
  };
  Object.assign(process.env, variables);
  return {
    db,
    crash: (step, headers, times = 1) =>
      runScript("tests/support/server/one-call.ts", { ...variables, CRASH_AT: step }, [
        "--times",
        String(times),
        ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}=${value}`]),
        TARGET,
      ]),
    async ask(headers) {
      const request = new Request(`http://internal.local${TARGET}`, { headers });
      const answer = await serve(createEndpointTable([routing])).GET(request);
      return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
    },
    async close() {
      await closeSharedConnection();
      await refuseLeaks(db);
      await connection.close();
      await database.drop();
    },
  };
}
