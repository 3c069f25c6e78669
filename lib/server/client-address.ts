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

/** An address as one would write it, or null for anything else: ports, brackets and mapped forms are taken off. */
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

function listed(headers: IncomingHttpHeaders, name: string): string[] {
  const text = String(headers[name] ?? "");
  return text.includes(",") ? text.split(",").filter((part) => part.trim() !== "") : text.trim() === "" ? [] : [text];
}

const MOST_REMEMBERED = 64;

interface Peer {
  address: string;
  isTrusted: boolean;
}

/** Reading an address and looking it up in the list cost microseconds; peers are few behind a proxy, and come back. */
function remembered(read: (remoteAddress: string) => Peer): (remoteAddress: string) => Peer {
  const known = new Map<string, Peer>();
  return (remoteAddress) => {
    const before = known.get(remoteAddress);
    if (before) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const peer = read(remoteAddress);
    known.set(remoteAddress, peer);
    return peer;
  };
}

/** From the nearest hop outwards: the first address that is no proxy of ours. A hop that is no address ends the search. */
function outermost(hops: readonly string[], peer: string, isTrusted: (address: string) => boolean): string {
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

/** Decides who calls, once per request; forwarding headers of a peer that is not trusted are dropped from the request. */
export function createAddressReader(trustedProxy: string | undefined): AddressReader {
  const isVercel = trustedProxy === "vercel";
  const trusted = trustedProxy && !isVercel ? blockListOf(trustedProxy) : null;
  const isTrusted = (address: string) => trusted?.check(address, family(address)) ?? false;
  const peerAt = remembered((remoteAddress) => {
    const address = plainAddress(remoteAddress);
    return { address: address ?? "unknown", isTrusted: address !== null && isTrusted(address) };
  });

  return ({ headers, socket }) => {
    const peer = peerAt(socket.remoteAddress ?? "");
    let { address } = peer;
    if (isVercel) {
      address = plainAddress(String(headers["x-real-ip"] ?? "")) ?? plainAddress(listed(headers, "x-forwarded-for")[0] ?? "") ?? address;
    } else if (peer.isTrusted) address = outermost(listed(headers, "x-forwarded-for"), address, isTrusted);
    else for (const name of FORWARDING_HEADERS) delete headers[name];
    headers[ADDRESS_HEADER] = address;
    return address;
  };
}
