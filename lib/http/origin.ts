import { env } from "@/lib/config/env";

type HeaderNamed = (name: string) => string | readonly string[] | null | undefined;

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;

/** The value nearest to the caller, where several proxies added theirs. */
const firstOf = (value: ReturnType<HeaderNamed>): string =>
  String(value ?? "")
    .split(",", 1)[0]
    ?.trim() ?? "";

/**
 * The origin that a trusted proxy was asked for, for documents that name themselves; null where PUBLIC_BASE_URL says it, or
 * where nobody does. Forwarding headers of peers that are not trusted have been removed before. Payments never use it: what
 * is paid for and signed must not depend on the name by which this service was reached.
 */
export function forwardedOrigin(headerNamed: HeaderNamed): string | null {
  const { PUBLIC_BASE_URL, TRUSTED_PROXY, isVercel } = env();
  if (PUBLIC_BASE_URL || !(TRUSTED_PROXY || isVercel)) return null;
  const forwarded = headerNamed("x-forwarded-host");
  if (!forwarded) return null;
  const host = firstOf(forwarded).toLowerCase();
  if (!HOST.test(host)) return null;
  return `${firstOf(headerNamed("x-forwarded-proto")) === "http" ? "http" : "https"}://${host}`;
}

export const originOf = ({ headers }: Pick<Request, "headers">): string | null => forwardedOrigin((name) => headers.get(name));

/** Prepared answers name the origin that they were made for, so each origin has its own. */
export const preparedTarget = (target: string, origin: string | null): string => (origin === null ? target : `${origin} ${target}`);
