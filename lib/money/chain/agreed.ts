import type { Chain } from "./chain";
import { ChainUnavailable } from "./chain-unavailable";
import type { Rpc } from "./rpc";

/** Equal text for equal readings; JSON.stringify alone throws for a bigint. */
export const fingerprint = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? part.toString() : part));

export const askAll = <Value>(chain: Chain, read: (rpc: Rpc) => Promise<Value>): Promise<[Value, ...Value[]]> =>
  Promise.all(chain.rpcs.map(read)) as Promise<[Value, ...Value[]]>;

/** The value that all endpoints agree on. An endpoint without an answer fails the read like a contradiction. */
export async function agreed<Value>(chain: Chain, read: (rpc: Rpc) => Promise<Value>): Promise<Value> {
  const [first, ...others] = await askAll(chain, read);
  const firstFingerprint = fingerprint(first);
  if (others.some((other) => fingerprint(other) !== firstFingerprint)) throw new ChainUnavailable("disagreement");
  return first;
}
