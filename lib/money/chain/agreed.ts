import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";

/** As text that is equal when two readings are. */
export const fingerprint = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? part.toString() : part));

export const askAll = <Value>(chain: Chain, read: (rpc: Rpc) => Promise<Value>): Promise<[Value, ...Value[]]> =>
  Promise.all(chain.rpcs.map(read)) as Promise<[Value, ...Value[]]>;

/** What every endpoint says alike; a silent one is as bad as one that contradicts. */
export async function agreed<Value>(chain: Chain, read: (rpc: Rpc) => Promise<Value>): Promise<Value> {
  const [first, ...others] = await askAll(chain, read);
  const said = fingerprint(first);
  if (others.some((other) => fingerprint(other) !== said)) throw new ChainUnavailable("disagreement");
  return first;
}
