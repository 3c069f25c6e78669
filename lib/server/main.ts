import { keepPrivate } from "@/db/embedded/private-folder";
import { env } from "@/lib/config/env";
import { guardOutput } from "@/lib/config/guard-output";
import { describeError } from "@/lib/config/log";
import { receiptKey } from "@/lib/receipts/receipt-key";
import { sentenceFor } from "./cli/run-command-line";
import { startServer, type RunningServer } from "./start-server";
import { logStrayErrors } from "./stray-errors";

const STOP_WITHIN_MS = 9000;
/** A terminal signals npm and this process, and npm passes its own on: two signals so close are one wish. */
const SAME_WISH_MS = 1000;

/** Ends the process on the first signal, in order; on the second, at once. Says whether it is about to. */
function stopOnSignals(server: RunningServer): () => boolean {
  let stoppingSince: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) return performance.now() - stoppingSince > SAME_WISH_MS ? process.exit(1) : undefined;
    stoppingSince = performance.now();
    process.stdout.write(`${signal}: stopping …\n`);
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
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

/** Without the thread that listens, or a database, nobody is answered: better gone, and started anew by whoever watches us. */
async function endWhenBroken(server: RunningServer, isStopping: () => boolean): Promise<void> {
  const error = await server.broken;
  if (isStopping()) return;
  // A signal that comes while this end is under way must not turn it into an orderly one: who watches us goes by the code.
  process.exitCode = 1;
  process.stderr.write(`${sentenceFor(error) ?? describeError(error)}\nThe server stops, since it cannot answer.\n`);
  setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
  await server.stop().catch(() => undefined);
  process.exit();
}

function portInUse(error: unknown): string | null {
  const isInUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  return isInUse ? `Port ${env().PORT} is in use. Stop what listens there, or set PORT to another.` : null;
}

/** Whoever read our lines may go away; without a listener each lost line would be an error that is itself printed. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

async function main(): Promise<void> {
  let isServing = false;
  guardOutput();
  logStrayErrors(() => isServing);
  outliveReaders();
  let server: RunningServer | undefined;
  let isStopping = () => false;
  try {
    keepPrivate(env().DATA_DIR);
    receiptKey();
    server = startServer({ root: process.cwd(), isDev: process.argv.includes("--dev") });
    isStopping = stopOnSignals(server);
    void endWhenBroken(server, isStopping);
    await server.ready;
    isServing = true;
  } catch (error) {
    if (isStopping()) return;
    process.stderr.write(`${portInUse(error) ?? sentenceFor(error) ?? describeError(error)}\n`);
    await server?.stop().catch(() => undefined);
    process.exit(1);
  }
}

await main();
