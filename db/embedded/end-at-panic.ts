import type { PGlite } from "@electric-sql/pglite";

export interface Guarded {
  client: PGlite;
  /** Resolves with what ended the database, if anything ever does. */
  panicked: Promise<Error>;
  hasPanicked(): boolean;
}

const isPanic = (error: unknown): error is Error =>
  error instanceof Error && "severity" in error && (error.severity === "PANIC" || error.severity === "FATAL");

/**
 * Postgres that cannot write its log (a full disk) panics and expects its process to end; the embedded one stays, and would
 * never return from the next statement, which holds the whole thread. So it gets no further one: what is committed is on disk.
 */
export function endAtPanic(client: PGlite): Guarded {
  let isOver = false;
  let over: (error: Error) => void = () => undefined;
  const panicked = new Promise<Error>((resolve) => (over = resolve));
  const [raw, whole, stream] = [
    client.execProtocolRaw.bind(client),
    client.execProtocol.bind(client),
    client.execProtocolStream.bind(client),
  ];
  const watch = (error: unknown): never => {
    if (isPanic(error)) {
      isOver = true;
      over(error);
    }
    throw error;
  };
  client.execProtocolRaw = async (message, options) => {
    if (isOver) throw new Error("PGlite is closed");
    return raw(message, options);
  };
  client.execProtocol = (message, options) => whole(message, options).catch(watch);
  client.execProtocolStream = (message, options) => stream(message, options).catch(watch);
  return { client, panicked, hasPanicked: () => isOver };
}
