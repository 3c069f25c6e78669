import type { ErrorCode } from "@/lib/errors";
import { describeError, log } from "@/lib/config/log";

const CODE = "internal_error" satisfies ErrorCode;

const logged = (message: string) => (error: unknown) => log.error(message, { code: CODE, error: describeError(error) });

const onRejection = logged("unhandled rejection");

/** One forgotten promise is a fault to log, not a reason to leave every caller alone. */
export function logStrayRejections(): void {
  process.on("unhandledRejection", onRejection);
}

/** Under these names Next keeps listeners of its own, which print whatever was thrown; it adds none where they are taken. */
const nexts = globalThis as { [name: symbol]: unknown; nextInitializedProcessErrorHandlers?: boolean };

/** For the main thread. Next would go on after an exception that nobody caught, and so do we, once there is a server to go on with. */
export function logStrayErrors(isServing: () => boolean): void {
  nexts[Symbol.for("next.unhandledRejectionListener")] = onRejection;
  nexts.nextInitializedProcessErrorHandlers = true;
  logStrayRejections();
  const onException = logged("uncaught exception");
  process.on("uncaughtException", (error) => {
    onException(error);
    if (!isServing()) process.exit(1);
  });
}
