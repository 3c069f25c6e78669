import ipaddr from "ipaddr.js";
import { env } from "@/lib/config/env";
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
 * Keeps out names that only lead here, by which a stranger's page reaches servers near its visitor.
 * That is DNS rebinding. Our own name, this machine's and bare addresses cannot be turned so.
 */
export function isOwnHost(host: string | null): boolean {
  // Vercel lets no other names through, among which are those of previews.
  if (env().isVercel) return true;
  const hostname = host === null ? null : hostnameOf(host);
  if (hostname === null) return false;
  return LOOPBACK.includes(hostname) || isAddress(hostname) || hostname === new URL(baseUrl()).hostname;
}

/**
 * Pages may call from anywhere, since no cookie counts here. Their origins must be safe from forgery:
 * https, this machine, or our own.
 */
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
