import { isIP } from "node:net";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import proxyaddr from "proxy-addr";
import { remember } from "@/lib/domain/basics/remember";
import { ADDRESS_HEADER, LOCAL_HEADER } from "@/lib/http/limits/address-keys";

const FORWARDING_HEADERS = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
  "true-client-ip",
  "cf-connecting-ip",
] as const;
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Normalises an address: strips port, brackets and the IPv4-mapped prefix. Null for anything that is not an address. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.trim().replace(/^\[([^\]]+)\](:\d+)?$/, "$1");
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(":")) : bare;
  const address = MAPPED.exec(withoutPort)?.[1] ?? withoutPort;
  return isIP(address) === 0 ? null : address;
}

const LOOPBACK = /^(127(\.\d+){3}|::1)$/;
/** A page that a reader's browser shows may ask this machine under a name of its own. */
const LOCAL_HOST = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;
/** A proxy adds one of these. A browser adds `origin` when a page of another site asks, which may read every answer of the API. */
const TRACES_OF_OTHERS = [...FORWARDING_HEADERS, "via", "origin"] as const;

/**
 * True for requests that this machine made itself. Proxies and browsers also connect from the
 * loopback, for somebody else.
 */
const isSentHere = ({ address, isLoopback }: Hop, headers: IncomingHttpHeaders): boolean =>
  address !== null && isLoopback && LOCAL_HOST.test(headers.host ?? "") && !TRACES_OF_OTHERS.some((name) => name in headers);

/**
 * True for what a browser on this machine asks by this machine's own name, and no proxy passed on. It reads the headers as they
 * came, since the address reader drops those of peers that are not trusted.
 */
export function isAskedHere({ socket, headers, rawHeaders }: IncomingMessage): boolean {
  const came = new Set(rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  const isLoopback = LOOPBACK.test(plainAddress(socket.remoteAddress ?? "") ?? "");
  return isLoopback && LOCAL_HOST.test(headers.host ?? "") && ![...FORWARDING_HEADERS, "via"].some((name) => came.has(name));
}

function noteLocal(headers: IncomingHttpHeaders, address: string | null): string {
  headers[LOCAL_HEADER] = "yes";
  return (headers[ADDRESS_HEADER] = address ?? "unknown");
}

const MAX_CACHED_HOPS = 64;

interface Hop {
  address: string | null;
  isTrusted: boolean;
  isLoopback: boolean;
}

export type AddressReader = (request: IncomingMessage) => string;

/** Whether connections from an address are those of a trusted proxy. */
export function trustOf(trustedProxy: string | undefined): (address: string) => boolean {
  if (!trustedProxy || trustedProxy === "vercel") return () => false;
  const isTrusted = proxyaddr.compile(trustedProxy.split(",").map((cidr) => cidr.trim()));
  return (address) => isTrusted(address, 0);
}

/** Determines the client's address, once per request. Forwarding headers from untrusted peers are removed. */
export function createAddressReader(trustedProxy: string | undefined): AddressReader {
  const isVercel = trustedProxy === "vercel";
  const isTrusted = trustOf(trustedProxy);
  // Parsing and checking an address takes microseconds; behind a proxy the same few peers return.
  const hopAt = remember((text: string): Hop => {
    const address = plainAddress(text);
    return { address, isTrusted: address !== null && isTrusted(address), isLoopback: LOOPBACK.test(address ?? "") };
  }, MAX_CACHED_HOPS);
  /** The nearest hop that is not a trusted proxy. A malformed hop ends the walk before it. */
  const clientBehindProxies = (request: IncomingMessage): string | null =>
    plainAddress(proxyaddr.all(request, (hop) => hopAt(hop).isTrusted).findLast((hop) => plainAddress(hop) !== null) ?? "");

  return (request) => {
    const { headers } = request;
    const peer = hopAt(request.socket.remoteAddress ?? "");
    let { address } = peer;
    if (isVercel) {
      const [forwarded = ""] = String(headers["x-forwarded-for"] ?? "").split(",");
      address = plainAddress(String(headers["x-real-ip"] ?? "")) ?? plainAddress(forwarded) ?? address;
    } else if (peer.isTrusted) address = clientBehindProxies(request);
    else if (isSentHere(peer, headers)) return noteLocal(headers, address);
    else for (const name of FORWARDING_HEADERS) if (name in headers) delete headers[name];
    if (LOCAL_HEADER in headers) delete headers[LOCAL_HEADER];
    return (headers[ADDRESS_HEADER] = address ?? "unknown");
  };
}
