import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { SourceError } from "./source";
import { parseUrl } from "@/lib/domain/basics/parse-url";

export type AddressRule = (address: string) => boolean;

/** Azure's metadata service, the only such address outside the special-purpose ranges of ipaddr.js. */
const METADATA_ADDRESS = "168.63.129.16";
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");
/** Special-purpose ranges within it that ipaddr.js knows only in part. */
const BLOCKED_V6 = ["2001::/23", "2001:db8::/32", "3fff::/20"].map((range) => ipaddr.IPv6.parseCIDR(range));

const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/** The IPv4 address behind a NAT64 address of the well-known prefix (RFC 6052). Null for any other address. */
export function translatedAddress(text: string): string | null {
  if (isIP(text) !== 6 || text.includes("%")) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.match(NAT64) ? new ipaddr.IPv4(address.toByteArray().slice(-4)).toString() : null;
}

/**
 * False for private, loopback, link-local, multicast, metadata and reserved addresses. An address that DNS64 makes of an IPv4
 * address is as public as that.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes("%") || text === METADATA_ADDRESS) return false;
  const translated = translatedAddress(text);
  if (translated !== null) return isPublicAddress(translated);
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_V6) && !BLOCKED_V6.some((range) => address.match(range)));
}

const refusal = (host: string): SourceError => new SourceError("forbidden_address", `${host} is not a public address`);

/** Connects the socket to the checked address. DNS rebinding between check and connect is then impossible. */
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
