import { createHash } from "node:crypto";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/config/env";

const hashOf = (network: string): string => createHash("sha256").update(`caller|${network}`).digest("base64url");

/** For keys that are stored, since an address itself must never be. */
export const hashedAddressKey = (address: string): string => hashOf(addressKey(address));

/** The caller that a reserved amount counts against: the account, or without a token the caller's site. */
export const reservationKey = (accountId: number | null, address: string): string =>
  accountId === null ? hashOf(siteKey(address)) : `account:${accountId}`;

/** Our node server overwrites it on every request; handlers read the address from nowhere else. */
export const ADDRESS_HEADER = "x-client-address";

/** Whether the request was sent on this machine and by no proxy; overwritten like the address. */
export const LOCAL_HEADER = "x-client-local";

const SITE_GROUPS = 3;

/** IPv4 unchanged, also when it is mapped; IPv6 cut to this many groups of 16 bits. */
function networkOf(address: string, groups: number): string {
  if (!address.includes(":") || !ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, groups).map((group) => group.toString(16));
  return `${network.join(":")}::/${groups * 16}`;
}

/** IPv4 unchanged; IPv6 as its /64, which is what one household or host gets. */
export const addressKey = (address: string): string => networkOf(address, 4);

/** IPv4 unchanged; IPv6 as its /48, which is what one site gets: addresses within it are free. */
const siteKey = (address: string): string => networkOf(address, SITE_GROUPS);

/** The /48 of a key that `addressKey` made of an IPv6 address; null for another. */
export const siteOf = (key: string): string | null =>
  key.endsWith("::/64") ? `${key.split(":").slice(0, SITE_GROUPS).join(":")}::/${SITE_GROUPS * 16}` : null;

/** Our node server overwrites ADDRESS_HEADER; on Vercel nobody does, so a caller could forge it. */
export function addressOf({ headers }: Pick<Request, "headers">, isVercel = env().isVercel): string {
  const address = isVercel ? (headers.get("x-real-ip") ?? headers.get("x-forwarded-for")?.split(",")[0]) : headers.get(ADDRESS_HEADER);
  return address?.trim() || "unknown";
}
