import type { ErrorCode } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";

const CODE = "internal_error" satisfies ErrorCode;

const logAs = (message: string) => (error: unknown) => log.error(message, { code: CODE, error: describeError(error) });

const onRejection = logAs("unhandled rejection");

/** Next registers listeners under these names that print whatever was thrown. It adds none where a name is taken. */
const nextGlobals = globalThis as { [name: symbol]: unknown; nextInitializedProcessErrorHandlers?: boolean };

/** For the main thread and that of the pages. Like Next, continues after an uncaught exception once the server is serving; before that, exits. */
export function logStrayErrors(isServing: () => boolean, tellOperator: (error: unknown) => void): void {
  nextGlobals[Symbol.for("next.unhandledRejectionListener")] = onRejection;
  nextGlobals.nextInitializedProcessErrorHandlers = true;
  // A forgotten promise is logged; it is no reason to stop answering everybody.
  process.on("unhandledRejection", onRejection);
  const onException = logAs("uncaught exception");
  process.on("uncaughtException", (error) => {
    if (isServing()) return onException(error);
    tellOperator(error);
    process.exit(1);
  });
}
