import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { SourceError } from "./source";

export type AddressRule = (address: string) => boolean;

/** IANA special-purpose ranges, plus the one cloud metadata address outside them (168.63.129.16, Azure). */
const BLOCKED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
];
/** Ranges within 2000::/3. Everything outside it (mapped IPv4, NAT64, link-local, unique local, multicast) is blocked anyway. */
const BLOCKED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function blockList(ranges: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

const blockedV4 = blockList(BLOCKED_V4, "ipv4");
const blockedV6 = blockList(BLOCKED_V6, "ipv6");
const globalV6 = blockList(["2000::/3"], "ipv6");

/** False for private, loopback, link-local, multicast, metadata and reserved addresses. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blockedV4.check(address, "ipv4");
  if (family !== 6 || address.includes("%")) return false;
  return globalV6.check(address, "ipv6") && !blockedV6.check(address, "ipv6");
}

const refusal = (host: string): SourceError => new SourceError("forbidden_address", `${host} is not a public address`);

/** The socket connects to the address that was checked, so DNS rebinding between check and connect is impossible. */
export function guardedLookup(isAllowed: AddressRule): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "", 0);
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isAllowed(address))) return callback(refusal(hostname), "", 0);
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** An IP address in the URL never reaches the lookup, so it is checked here. */
export function requireSafeUrl(text: string, isAllowed: AddressRule, base?: URL): URL {
  const url = parseUrl(text, base);
  if (!url) throw new SourceError("not_expected", "not a URL");
  if (url.protocol !== "https:" && url.protocol !== "http:") throw new SourceError("forbidden_address", `${url.protocol} is not fetched`);
  if (url.username || url.password) throw new SourceError("forbidden_address", `${url.host}: credentials in a URL are refused`);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isAllowed(host)) throw refusal(url.hostname);
  url.hash = "";
  return url;
}
