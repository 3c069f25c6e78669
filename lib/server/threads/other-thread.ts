import type { MessagePort, Worker } from "node:worker_threads";

type ArgumentsOf<Method> = Method extends (...args: infer Arguments) => unknown ? Arguments : never;
type ResultOf<Method> = Method extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** The methods that another thread offers. They are run in the order in which they were called. */
export interface OtherThread<Offered> {
  call<Name extends keyof Offered>(name: Name, ...args: ArgumentsOf<Offered[Name]>): Promise<ResultOf<Offered[Name]>>;
  /** Waits for no result. */
  tell<Name extends keyof Offered>(name: Name, args: ArgumentsOf<Offered[Name]>, transfer?: ArrayBuffer[]): void;
  /** The other thread has ended: rejects every call, also later ones. */
  giveUp(error: Error): void;
}

interface Call {
  /** Null when no answer is awaited. */
  id: number | null;
  name: string;
  args: unknown[];
}

/** What the log and the answer say of an error. */
interface SentError {
  name: string;
  message: string;
  stack: string | undefined;
  code: unknown;
  /** Of an error of the API. */
  details: unknown;
  headers: unknown;
  cause: SentError | undefined;
}

type Answer = { id: number; result: unknown } | { id: number; error: SentError };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Structured cloning would leave out all but the name, the message and the stack. */
function sentError(thrown: unknown): SentError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack, cause } = error;
  const { code, details, headers } = error as { code?: unknown; details?: unknown; headers?: unknown };
  return { name, message, stack, code, details, headers, cause: cause instanceof Error ? sentError(cause) : undefined };
}

function receivedError({ message, cause, ...rest }: SentError): Error {
  return Object.assign(cause ? new Error(message, { cause: receivedError(cause) }) : new Error(message), rest);
}

/** Connects two threads: runs `own` methods for the other one, and calls those that it offers. */
export function connectThread<Offered>(channel: Worker | MessagePort, own: object): OtherThread<Offered> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let end: Error | null = null;

  async function run({ id, name, args }: Call): Promise<void> {
    try {
      const result = await (own as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args);
      if (id !== null) channel.postMessage({ id, result });
    } catch (error) {
      if (id === null) throw error;
      channel.postMessage({ id, error: sentError(error) });
    }
  }

  function settle(answer: Answer): void {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("error" in answer) call?.reject(receivedError(answer.error));
    else call?.resolve(answer.result);
  }

  channel.on("message", (message: Call | Answer) => ("name" in message ? void run(message) : settle(message)));

  return {
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (end) return reject(end);
        const id = ++lastId;
        waiting.set(id, { resolve: resolve as Waiting["resolve"], reject });
        channel.postMessage({ id, name, args });
      }),
    tell: (name, args, transfer = []): void => channel.postMessage({ id: null, name, args }, transfer),
    giveUp(error) {
      end = error;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    },
  };
}
