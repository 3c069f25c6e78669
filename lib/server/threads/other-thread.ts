import type { MessagePort, Worker } from "node:worker_threads";
import { createBirpc } from "birpc";

type MethodOf<Offered, Name extends keyof Offered> = Extract<Offered[Name], (...args: never[]) => unknown>;

/** The methods that another thread offers. They are run in the order in which they were called. */
export interface OtherThread<Offered> {
  call<Name extends keyof Offered>(
    name: Name,
    ...args: Parameters<MethodOf<Offered, Name>>
  ): Promise<Awaited<ReturnType<MethodOf<Offered, Name>>>>;
  /** The other thread has ended: rejects every call, also later ones. */
  giveUp(error: Error): void;
}

/** An error for log and answer. Structured cloning would leave out its code, and an API error's details and headers. */
interface SentError {
  fields: Record<string, unknown>;
  cause: SentError | undefined;
}

function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  const { code, details, headers } = error as { code?: unknown; details?: unknown; headers?: unknown };
  const fields = { name, message, stack, code, details, headers };
  return { fields, cause: cause instanceof Error ? sentError(cause) : undefined };
}

function receivedError({ fields, cause }: SentError): Error {
  return Object.assign(new Error("", cause && { cause: receivedError(cause) }), fields);
}

/** The member of birpc's answers that has an error. */
type Message = { e?: unknown };

/** Connects two threads: runs `own` methods for the other thread, and calls that thread's. */
export function connectThread<Offered>(channel: Worker | MessagePort, own: object): OtherThread<Offered> {
  const other = createBirpc<Record<string, (...args: unknown[]) => unknown>, object, false>(own, {
    post: (message) => channel.postMessage(message),
    on: (listener) => channel.on("message", listener),
    serialize: (message: Message) => ("e" in message ? { ...message, e: sentError(message.e) } : message),
    deserialize: (message: Message) => ("e" in message ? { ...message, e: receivedError(message.e as SentError) } : message),
    // A call waits for as long as its work takes, which has time limits of its own.
    timeout: -1,
    proxify: false,
  });
  let end: Error | null = null;
  return {
    call: (name, ...args) => (end ? Promise.reject(end) : (other.$call(String(name), ...args) as never)),
    giveUp(error) {
      end = error;
      other.$close(error);
    },
  };
}
