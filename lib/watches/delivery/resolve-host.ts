import { lookup, Resolver } from "node:dns/promises";

export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const TRY_MS = 2000;
const TRIES = 2;

/**
 * Queries the name servers directly: hosts file and search domains of this machine must not affect public names,
 * and a silent name server must not occupy the libuv threads that other lookups need.
 */
export function dnsResolver(nameServers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (nameServers) resolver.setServers(nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
      return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

export const resolveByDns = dnsResolver();

/** The system resolver (getaddrinfo), which knows `localhost`. */
export const resolveBySystem: ResolveHost = async (host) => (await lookup(host, { all: true })).map(({ address }) => address);
