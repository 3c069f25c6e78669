import { createHash } from "node:crypto";

const hashOf = (network: string): string => createHash("sha256").update(`caller|${network}`).digest("base64url");

/** For keys that are stored, since an address itself must never be. */
export const hashedAddressKey = (address: string): string => hashOf(addressKey(address));

/** Who a reserved amount counts against: the account, or without a token the caller's site. */
export const reservationKey = (accountId: number | null, address: string): string =>
  accountId === null ? hashOf(siteKey(address)) : `account:${accountId}`;

/** Our node server overwrites it on every request; handlers read the address from nowhere else. */
export const ADDRESS_HEADER = "x-client-address";

const IPV4_MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** IPv4 unchanged; IPv6 cut to this many groups of 16 bits. */
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

/** IPv4 unchanged; IPv6 as its /64, which is what one household or host gets. */
export const addressKey = (address: string): string => networkOf(address, 4);

/** IPv4 unchanged; IPv6 as its /48, which is what one site gets: addresses within it are free. */
const siteKey = (address: string): string => networkOf(address, 3);
