import { z } from "zod";
import { ChainUnavailable } from "./chain-unavailable";
import { rpcExchange } from "./rpc-exchange";
import { Quantity } from "./rpc-schemas";

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number() }).nullish() });

/** HTTP statuses that come with a JSON-RPC answer. With every other status the endpoint is unreachable. */
const ANSWERED_STATUSES = new Set([200, 400, 413, 422]);

export interface Rpc {
  url: string;
  timeoutMs: number;
  ask<Output>(method: string, parameters: readonly unknown[], schema: z.ZodType<Output>): Promise<Output>;
  /** Throws ChainUnavailable("wrong_chain") for an endpoint of another chain. Checked once, before the first request. */
  requireChain(): Promise<void>;
}

function parseAnswer(text: string): z.output<typeof Answer> {
  try {
    return Answer.parse(JSON.parse(text));
  } catch {
    throw new ChainUnavailable("malformed");
  }
}

async function call(url: string, timeoutMs: number, method: string, parameters: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: parameters });
  const { status, text } = await rpcExchange(url, body, timeoutMs);
  if (!ANSWERED_STATUSES.has(status)) throw new ChainUnavailable("unreachable");
  const { result, error } = parseAnswer(text);
  if (error || status !== 200) throw new ChainUnavailable("refused");
  if (result === undefined) throw new ChainUnavailable("malformed");
  return result;
}

function read<Output>(value: unknown, schema: z.ZodType<Output>): Output {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ChainUnavailable("malformed");
  return parsed.data;
}

export function createRpc(url: string, chainId: number, timeoutMs: number): Rpc {
  let checked: Promise<void> | undefined;
  const check = async () => {
    const id = read(await call(url, timeoutMs, "eth_chainId", []), Quantity);
    if (id !== BigInt(chainId)) throw new ChainUnavailable("wrong_chain");
  };
  const requireChain = () => {
    checked ??= check().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  };
  return {
    url,
    timeoutMs,
    requireChain,
    async ask(method, parameters, schema) {
      await requireChain();
      return read(await call(url, timeoutMs, method, parameters), schema);
    },
  };
}
