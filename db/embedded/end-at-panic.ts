import type { PGlite } from "@electric-sql/pglite";

export interface GuardedClient {
  client: PGlite;
  panicked: Promise<Error>;
  hasPanicked(): boolean;
}

const isPanic = (error: unknown): error is Error =>
  error instanceof Error && "severity" in error && (error.severity === "PANIC" || error.severity === "FATAL");

/**
 * When Postgres cannot write its log (full disk) it panics and expects its process to exit. The embedded one stays,
 * and the next statement would block the thread for ever, so it gets none. Committed data is on disk.
 */
export function endAtPanic(client: PGlite): GuardedClient {
  let hasEnded = false;
  let reportPanic: (error: Error) => void = () => undefined;
  const panicked = new Promise<Error>((resolve) => (reportPanic = resolve));
  const [raw, whole, stream] = [
    client.execProtocolRaw.bind(client),
    client.execProtocol.bind(client),
    client.execProtocolStream.bind(client),
  ];
  const watch = (error: unknown): never => {
    if (isPanic(error)) {
      hasEnded = true;
      reportPanic(error);
    }
    throw error;
  };
  client.execProtocolRaw = async (message, options) => {
    if (hasEnded) throw new Error("PGlite is closed");
    return raw(message, options);
  };
  client.execProtocol = (message, options) => whole(message, options).catch(watch);
  client.execProtocolStream = (message, options) => stream(message, options).catch(watch);
  return { client, panicked, hasPanicked: () => hasEnded };
}
