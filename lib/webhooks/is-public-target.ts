import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { isPublicAddress } from "@/lib/sources/address-guard";

/** One spelling of each address: the library takes ::1.2.3.4 for a mapped one. */
const spelled = (address: string): string => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);

/** IPv4 in IPv6 clothes (::ffff:a.b.c.d) is judged as the IPv4 that it reaches; NAT64, 6to4 and Teredo are never public. */
export function isPublicTarget(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const reached = ipaddr.process(spelled(address));
  return reached.range() === "unicast" && isPublicAddress(reached.toString());
}
