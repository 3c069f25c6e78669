import { BlockList, isIP } from "node:net";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { ADDRESS_HEADER } from "@/lib/http/address-keys";

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

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Normalises an address: strips port, brackets and the IPv4-mapped prefix. Null for anything that is not an address. */
function plainAddress(text: string): string | null {
  if (isIP(text) === 4) return text;
  const bare = text.trim().replace(/^\[([^\]]+)\](:\d+)?$/, "$1");
  const withoutPort = /^\d+\.\d+\.\d+\.\d+:\d+$/.test(bare) ? bare.slice(0, bare.indexOf(":")) : bare;
  const address = MAPPED.exec(withoutPort)?.[1] ?? withoutPort;
  return isIP(address) === 0 ? null : address;
}

function blockListOf(cidrs: string): BlockList {
  const list = new BlockList();
  for (const entry of cidrs.split(",").map((part) => part.trim())) {
    const [address = "", prefix] = entry.split("/");
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return list;
}

function headerValues(headers: IncomingHttpHeaders, name: string): string[] {
  const text = String(headers[name] ?? "");
  return text.includes(",") ? text.split(",").filter((part) => part.trim() !== "") : text.trim() === "" ? [] : [text];
}

const MAX_CACHED_PEERS = 64;

interface Peer {
  address: string;
  isTrusted: boolean;
}

/** Parsing and checking an address takes microseconds; behind a proxy the same few peers return. */
function cachePeers(read: (remoteAddress: string) => Peer): (remoteAddress: string) => Peer {
  const cache = new Map<string, Peer>();
  return (remoteAddress) => {
    const cached = cache.get(remoteAddress);
    if (cached) return cached;
    if (cache.size >= MAX_CACHED_PEERS) cache.clear();
    const peer = read(remoteAddress);
    cache.set(remoteAddress, peer);
    return peer;
  };
}

/** Walks the hops from the nearest outwards to the first address that is not a trusted proxy. A malformed hop ends the walk. */
function clientBehindProxies(hops: readonly string[], peer: string, isTrusted: (address: string) => boolean): string {
  let client = peer;
  for (let position = hops.length - 1; position >= 0; position--) {
    const address = plainAddress(hops[position] ?? "");
    if (!address) return client;
    client = address;
    if (position === 0 || !isTrusted(address)) return client;
  }
  return client;
}

export type AddressReader = (request: IncomingMessage) => string;

/** Determines the client's address, once per request. Forwarding headers from untrusted peers are removed. */
export function createAddressReader(trustedProxy: string | undefined): AddressReader {
  const isVercel = trustedProxy === "vercel";
  const trusted = trustedProxy && !isVercel ? blockListOf(trustedProxy) : null;
  const isTrusted = (address: string) => trusted?.check(address, family(address)) ?? false;
  const peerAt = cachePeers((remoteAddress) => {
    const address = plainAddress(remoteAddress);
    return { address: address ?? "unknown", isTrusted: address !== null && isTrusted(address) };
  });

  return ({ headers, socket }) => {
    const peer = peerAt(socket.remoteAddress ?? "");
    let { address } = peer;
    if (isVercel) {
      address =
        plainAddress(String(headers["x-real-ip"] ?? "")) ?? plainAddress(headerValues(headers, "x-forwarded-for")[0] ?? "") ?? address;
    } else if (peer.isTrusted) address = clientBehindProxies(headerValues(headers, "x-forwarded-for"), address, isTrusted);
    else for (const name of FORWARDING_HEADERS) delete headers[name];
    headers[ADDRESS_HEADER] = address;
    return address;
  };
}
