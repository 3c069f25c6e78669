import { processState } from "@/lib/config/process-state.mjs";
import { ApiError } from "@/lib/errors";
import type { AnyEndpoint } from "../endpoint";
import type { FormCaller, SessionCall } from "./visit";
import { countFreeCall } from "../limits/count-request";

type Strings = Readonly<Record<string, string>>;

/**
 * What pages and server actions have the API do. Next's bundle has code for all of it, and data for none of it. Arguments
 * and results are plain data, because another thread may do the work.
 */
export interface Engine {
  /** The JSON of a free endpoint's answer. */
  answer(endpoint: AnyEndpoint, query: Strings, params: Strings): Promise<Uint8Array>;
  /** The JSON of an endpoint's answer to the holder of the token. */
  answerToToken(endpoint: AnyEndpoint, tokenHash: string, query: Strings, params: Strings): Promise<Uint8Array>;
  callAs(endpoint: AnyEndpoint, caller: FormCaller, call: SessionCall): Promise<{ status: number; body: unknown }>;
  countFreeCall(address: string): Promise<Record<string, string>>;
  /** Runs a function of `session/account-work.ts`, by its name. */
  workOnAccount(name: string, args: readonly unknown[]): Promise<unknown>;
}

const running = processState<{ engine: Engine | null }>("engine", () => ({ engine: null }));

/** The thread that renders pages has one, with which it asks the main thread. */
export const registerEngine = (engine: Engine | null): void => void (running.engine = engine);

/** The server's errors are of its own copy of the class, or come from another thread as plain ones. */
function asOwnError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "ApiError" || error instanceof ApiError) return error;
  const { code, message, details, headers } = error as ApiError;
  return new ApiError(code, message, details, headers);
}

/**
 * Calls the server's engine by name. Where there is none, on Vercel and while developing, `here` does
 * it in this module graph.
 */
export async function byEngine<Name extends keyof Engine>(
  name: Name,
  here: Engine[Name],
  args: Parameters<Engine[Name]>,
): Promise<Awaited<ReturnType<Engine[Name]>>> {
  const run = (running.engine?.[name] ?? here) as (...given: Parameters<Engine[Name]>) => ReturnType<Engine[Name]>;
  try {
    return await run(...args);
  } catch (error) {
    throw asOwnError(error);
  }
}

/** Counts what a page does for an address in the same limit as the calls of that address. Throws 429. */
export const countVisit = (address: string): Promise<Record<string, string>> => byEngine("countFreeCall", countFreeCall, [address]);
