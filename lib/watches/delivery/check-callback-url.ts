import ipaddr from "ipaddr.js";
import { isIP } from "node:net";
import type { ResolveHost } from "./resolve-host";
import { isPublicAddress } from "@/lib/sources/http/address-guard";

/** One spelling of each address: the library takes ::1.2.3.4 for a mapped one. */
const spelled = (address: string): string => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);

/** IPv4 in IPv6 clothes (::ffff:a.b.c.d) is judged as the IPv4 that it reaches; NAT64, 6to4 and Teredo are never public. */
export function isPublicTarget(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  const reached = ipaddr.process(spelled(address));
  return reached.range() === "unicast" && isPublicAddress(reached.toString());
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
] as const;
export type CallbackFault = (typeof CALLBACK_FAULTS)[number];

/** The addresses are those to connect to: asking again might give others. */
export type CheckedTarget = { ok: true; url: URL; addresses: readonly string[] } | { ok: false; reason: CallbackFault };

const CALLBACK_PORTS: readonly number[] = [443, 8443];
const LONGEST_URL = 2048;
const RESOLVE_WITHIN_MS = 5000;
/** Parsers disagree about these; no address needs them. */
const CONTROL_SPACE_OR_BACKSLASH = /[\p{Cc}\p{Z}\\]/u;
/** Names that only mean something within a network. */
const INNER_SUFFIXES = ["localhost", "localdomain", "local", "internal", "intranet", "private", "corp", "home", "lan", "home.arpa"];

const refused = (reason: CallbackFault): CheckedTarget => ({ ok: false, reason });

/** What clouds call the host that hands out a machine's credentials; some have it at a public address. */
const METADATA_NAME = /^(metadata|instance-data)\./;

function isInnerName(host: string): boolean {
  return !host.includes(".") || METADATA_NAME.test(host) || INNER_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`));
}

function parsed(text: string): URL | null {
  if (text.length > LONGEST_URL || CONTROL_SPACE_OR_BACKSLASH.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  url.hash = "";
  return url;
}

/** The name without its closing dot, which TLS does not know; null when a label is empty. */
function plainHost(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return host === "" || host.split(".").includes("") ? null : host;
}

function faultOf(url: URL, host: string, rules: TargetRules): CallbackFault | null {
  if (url.username || url.password) return "callback_url_has_credentials";
  if (rules.allowsPrivate) return null;
  const isReachable = isIP(host) === 0 ? !isInnerName(host) : isPublicTarget(host);
  if (!isReachable) return "callback_url_resolves_to_private_host";
  return CALLBACK_PORTS.includes(Number(url.port || 443)) ? null : "callback_url_port_not_allowed";
}

/** Nothing when the name has no address, cannot be resolved, or not in time. */
async function addressesOf(host: string, resolve: ResolveHost, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  const cut = new Promise<never[]>((done) => signal.addEventListener("abort", () => done([]), { once: true }));
  const addresses = signal.aborted ? [] : await Promise.race([resolve(host, signal), cut]).catch(() => []);
  return addresses.filter((address) => isIP(address) !== 0);
}

/** Asked at registration and again at every delivery: what a name points to is its owner's to change. */
export async function checkCallbackUrl(
  text: string,
  rules: TargetRules,
  signal: AbortSignal = AbortSignal.timeout(RESOLVE_WITHIN_MS),
): Promise<CheckedTarget> {
  const url = parsed(text);
  if (!url) return refused("invalid_url");
  if (url.protocol !== "https:") return refused("callback_url_must_be_https");
  const host = plainHost(url);
  if (host === null) return refused("invalid_url");
  const fault = faultOf(url, host, rules);
  if (fault) return refused(fault);
  const addresses = await addressesOf(host, rules.resolve, signal);
  if (addresses.length === 0) return refused("unresolvable");
  if (!rules.allowsPrivate && !addresses.every(isPublicTarget)) return refused("callback_url_resolves_to_private_host");
  if (isIP(host) === 0) url.hostname = host;
  return { ok: true, url, addresses };
}
