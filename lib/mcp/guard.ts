import ipaddr from "ipaddr.js";
import { baseUrl } from "@/lib/http/own-address";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

function hostnameOf(host: string): string | null {
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return null;
  }
}

const isAddress = (hostname: string): boolean => ipaddr.isValid(hostname.replace(/^\[|\]$/g, ""));

/**
 * A page of a stranger reaches a server in its visitor's network by a name of its own that leads there (DNS rebinding).
 * The service's own name, this machine's, and addresses without a name cannot be turned so.
 */
export function isOwnHost(host: string | null): boolean {
  const hostname = host === null ? null : hostnameOf(host);
  if (hostname === null) return false;
  return LOOPBACK.includes(hostname) || isAddress(hostname) || hostname === new URL(baseUrl()).hostname;
}

/** Pages may call from anywhere, since no cookie counts here, but only from origins that cannot be forged on the way: https, or this machine. */
export function isAllowedOrigin(origin: string | null): boolean {
  if (origin === null) return true;
  try {
    const { protocol, hostname, origin: parsed } = new URL(origin);
    if (parsed === "null") return false;
    return protocol === "https:" || (protocol === "http:" && (LOOPBACK.includes(hostname) || parsed === new URL(baseUrl()).origin));
  } catch {
    return false;
  }
}
