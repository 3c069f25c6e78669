import { createHash } from "node:crypto";

const hashed = (network: string): string => createHash("sha256").update(`caller|${network}`).digest("base64url");

/** A caller as limits and idempotency keys know it: the address itself is not kept. */
export const callerKey = (address: string): string => hashed(limitKey(address));

/** A caller as reserved amounts know it: an account by its token, and without one the site that asks. */
export const reserverKey = (accountId: number | null, address: string): string =>
  accountId === null ? hashed(siteKey(address)) : `account:${accountId}`;

/** Set by our node server on every request, whatever the client sent; the only address that handlers read. */
export const ADDRESS_HEADER = "x-client-address";

const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** IPv4 as it is, IPv6 by so many of its groups of 16 bits. */
function networkOf(address: string, groups: number): string {
  if (!address.includes(":")) return address;
  const mapped = IPV4_MAPPED.exec(address)?.[1];
  if (mapped) return mapped;
  const [head = "", tail] = address.split("%")[0]!.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0");
  return `${[...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/${groups * 16}`;
}

/** One caller, one key: IPv4 as it is, IPv6 by its /64, which is what one household or host gets. */
export const limitKey = (address: string): string => networkOf(address, 4);

/** IPv4 as it is, IPv6 by its /48, which is what one site gets: within it addresses cost nothing. */
const siteKey = (address: string): string => networkOf(address, 3);
