import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import type { ResolveHost } from "./resolve-host";
import { isPublicAddress, translatedAddress } from "@/lib/sources/http/address-guard";
import { parseUrl } from "@/lib/domain/basics/parse-url";

/** Canonical spelling (RFC 5952): ipaddr.js would otherwise read ::1.2.3.4 as a mapped address. */
const canonicalAddress = (address: string): string =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/** A mapped address (::ffff:a.b.c.d) is checked as its IPv4 address. 6to4, Teredo and NAT64 addresses that somebody names are never public. */
export function isPublicTarget(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const target = ipaddr.process(canonicalAddress(address));
  return target.range() === "unicast" && isPublicAddress(target.toString());
}

export interface TargetRules {
  resolve: ResolveHost;
  /** For tests: private addresses and any port. */
  allowsPrivate: boolean;
}

const CALLBACK_FAULTS = [
  "invalid_url",
  "callback_url_must_be_https",
  "callback_url_has_credentials",
  "callback_url_port_not_allowed",
  "callback_url_resolves_to_private_host",
  "unresolvable",
  "name_servers_silent",
  "own_resolver_down",
] as const;
/**
 * `unresolvable`: there is no such name, or it has no address. `name_servers_silent`: those of the name gave no answer, while
 * ours resolves other names. `own_resolver_down`: it does not, which is no fault of the caller.
 */
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

/** Connect to these addresses only: a second lookup could return others (DNS rebinding). */
export type CheckedTarget = { ok: true; url: URL; addresses: readonly string[] } | { ok: false; reason: CallbackFault };

const CALLBACK_PORTS: readonly number[] = [443, 8443];
const MAX_URL_LENGTH = 2048;
const RESOLVE_TIMEOUT_MS = 2000;
/** Tells an outage of our resolver from one of a caller's name servers. The name is that of a root name server. */
const CONTROL_NAME = "a.root-servers.net";
/** URL parsers disagree about these, and no valid address needs them. */
const CONTROL_SPACE_OR_BACKSLASH = /[\p{Cc}\p{Z}\\]/u;
/** Suffixes of names that resolve only inside a private network. */
const PRIVATE_SUFFIXES = ["localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"];

const refusal = (reason: CallbackFault): CheckedTarget => ({ ok: false, reason });

/** Cloud metadata services, which hand out a machine's credentials; some have a public address. */
const METADATA_NAME = /^(metadata|instance-data)\./;

function isPrivateName(host: string): boolean {
  return !host.includes(".") || METADATA_NAME.test(host) || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function callbackUrl(text: string): URL | null {
  if (text.length > MAX_URL_LENGTH || CONTROL_SPACE_OR_BACKSLASH.test(text)) return null;
  const url = parseUrl(text);
  if (url) url.hash = "";
  return url;
}

/** The host without its trailing dot, which TLS certificates do not have. Null when a label is empty. */
function plainHost(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return host === "" || host.split(".").includes("") ? null : host;
}

function faultOf(url: URL, host: string, rules: TargetRules): CallbackFault | null {
  if (url.username || url.password) return "callback_url_has_credentials";
  if (rules.allowsPrivate) return null;
  const isReachable = isIP(host) === 0 ? !isPrivateName(host) : isPublicTarget(host);
  if (!isReachable) return "callback_url_resolves_to_private_host";
  return CALLBACK_PORTS.includes(Number(url.port || 443)) ? null : "callback_url_port_not_allowed";
}

/** Null when the name could not be resolved in time. */
async function resolveInTime(host: string, resolve: ResolveHost, deadline?: AbortSignal): Promise<readonly string[] | null> {
  const limit = AbortSignal.timeout(RESOLVE_TIMEOUT_MS);
  const signal = deadline ? AbortSignal.any([limit, deadline]) : limit;
  if (signal.aborted) return null;
  const cut = new Promise<null>((done) => signal.addEventListener("abort", () => done(null), { once: true }));
  return Promise.race([resolve(host, signal), cut]).catch(() => null);
}

async function addressesOf(host: string, { resolve }: TargetRules, deadline?: AbortSignal): Promise<readonly string[] | CallbackFault> {
  if (isIP(host) !== 0) return [host];
  // RFC 6761: no such name ever exists, so none is asked for.
  if (host.endsWith(".invalid")) return "unresolvable";
  const resolved = await resolveInTime(host, resolve, deadline);
  if (resolved === null) return (await resolveInTime(CONTROL_NAME, resolve))?.length ? "name_servers_silent" : "own_resolver_down";
  const addresses = resolved.filter((address) => isIP(address) !== 0);
  return addresses.length === 0 ? "unresolvable" : addresses;
}

/** RFC 7050: this name has IPv4 addresses only, so that an IPv6 address of it was made by DNS64. */
const IPV4_ONLY_NAME = "ipv4only.arpa";

/** Whether our network makes NAT64 addresses of names that have IPv4 addresses only. */
const hasDns64 = async ({ resolve }: TargetRules, deadline?: AbortSignal): Promise<boolean> =>
  (await resolveInTime(IPV4_ONLY_NAME, resolve, deadline))?.some((address) => translatedAddress(address) !== null) ?? false;

/** On a network with DNS64 a name may have the NAT64 address of a public host. */
async function arePublic(addresses: readonly string[], rules: TargetRules, deadline?: AbortSignal): Promise<boolean> {
  const translated = addresses.map(translatedAddress);
  if (!addresses.every((address, position) => isPublicTarget(translated[position] ?? address))) return false;
  return translated.every((address) => address === null) || hasDns64(rules, deadline);
}

/** Whether the host of a callback is a name, which is looked up before anything else is known of it. */
export function needsLookup(text: string): boolean {
  const host = callbackUrl(text)?.hostname.replace(/^\[|\]$/g, "");
  return host !== undefined && isIP(host) === 0;
}

/** Runs at registration and again before every delivery. The owner can point the name elsewhere at any time. */
export async function checkCallbackUrl(text: string, rules: TargetRules, deadline?: AbortSignal): Promise<CheckedTarget> {
  const url = callbackUrl(text);
  if (!url) return refusal("invalid_url");
  if (url.protocol !== "https:") return refusal("callback_url_must_be_https");
  const host = plainHost(url);
  if (host === null) return refusal("invalid_url");
  const fault = faultOf(url, host, rules);
  if (fault) return refusal(fault);
  const addresses = await addressesOf(host, rules, deadline);
  if (typeof addresses === "string") return refusal(addresses);
  if (isIP(host) !== 0) return { ok: true, url, addresses };
  const isAllowed = rules.allowsPrivate || (await arePublic(addresses, rules, deadline));
  if (!isAllowed) return refusal("callback_url_resolves_to_private_host");
  url.hostname = host;
  return { ok: true, url, addresses };
}
