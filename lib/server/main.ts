import { keepPrivate } from "@/db/embedded/private-folder";
import { CommandError } from "@/lib/config/command-error";
import { env } from "@/lib/config/env";
import { guardOutput } from "@/lib/config/guard-output";
import { describeError } from "@/lib/config/log";
import { receiptKey } from "@/lib/receipts/receipt-key";
import { tellOperator } from "./cli/run-command-line";
import { portFault } from "./start/port-fault.mjs";
import { startServer, type RunningServer } from "./start-server";
import { logStrayErrors } from "./stray-errors";

const STOP_TIMEOUT_MS = 9000;
/** Ctrl-C signals both npm and this process, and npm forwards its own. Two signals this close count as one. */
const SAME_SIGNAL_MS = 1000;

/** Stops in order on the first signal, at once on the second. The result tells whether it is stopping. */
function stopOnSignals(server: RunningServer): () => boolean {
  let stoppingSince: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) return performance.now() - stoppingSince > SAME_SIGNAL_MS ? process.exit(1) : undefined;
    stoppingSince = performance.now();
    process.stdout.write(`${signal}: stopping …\n`);
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    server.stop().then(
      () => process.exit(),
      (error: unknown) => {
        process.stderr.write(`${describeError(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  return () => stoppingSince !== null;
}

/** Exits without the pages' thread or the database, when nobody can be answered. The supervisor then restarts us. */
async function endWhenBroken(server: RunningServer, isStopping: () => boolean): Promise<void> {
  const error = await server.broken;
  if (isStopping()) return;
  // A signal during this shutdown must not turn the exit code into success. Supervisors go by that.
  process.exitCode = 1;
  tellOperator(error);
  process.stderr.write("The server stops, since it cannot answer.\n");
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  await server.stop().catch(() => undefined);
  process.exit();
}

/** Also said when the port was taken while this process was starting. */
async function requireFreePort(): Promise<void> {
  const fault = await portFault(env().PORT);
  if (fault) throw new CommandError(fault);
}

const isPortInUse = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "EADDRINUSE";

/** The reader of our output may close it. Without a listener each lost line raises an error that is itself printed. */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

async function main(): Promise<void> {
  let isServing = false;
  guardOutput();
  logStrayErrors(() => isServing, tellOperator);
  ignoreClosedOutput();
  let server: RunningServer | undefined;
  let isStopping = () => false;
  try {
    await requireFreePort();
    keepPrivate(env().DATA_DIR);
    receiptKey();
    const isDev = process.argv.includes("--dev");
    server = startServer({ root: process.cwd(), isDev, usesRouteFiles: isDev, isDemo: process.argv.includes("--demo") });
    isStopping = stopOnSignals(server);
    void endWhenBroken(server, isStopping);
    await server.ready;
    isServing = true;
  } catch (error) {
    if (isStopping()) return;
    const taken = isPortInUse(error) ? await portFault(env().PORT) : null;
    tellOperator(taken ? new CommandError(taken) : error);
    await server?.stop().catch(() => undefined);
    process.exit(1);
  }
}

await main();
