import { lookup, Resolver } from "node:dns/promises";

/** Empty when the name does not exist or has no address. Rejects when that could not be found out. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Two tries fit into the two seconds that a lookup may take. */
const TRY_MS = 600;
const TRIES = 2;

/** What a name server says of a name that it knows nothing of, and of one without an address. */
const NO_ADDRESS: readonly unknown[] = ["ENOTFOUND", "ENODATA"];
const hasNoAddress = (error: unknown): boolean => NO_ADDRESS.includes((error as NodeJS.ErrnoException).code);

function failed(error: unknown): never {
  throw error;
}

const noneOrFail = (error: unknown): readonly string[] => (hasNoAddress(error) ? [] : failed(error));

/** A name that does not exist has no address of either kind, so one such answer is enough. */
function addressesIn(answers: readonly PromiseSettledResult<readonly string[]>[]): readonly string[] {
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  const errors: unknown[] = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
  const doesExist = !errors.some((error) => (error as NodeJS.ErrnoException).code === "ENOTFOUND");
  const fault = errors.find((error) => !hasNoAddress(error));
  return addresses.length === 0 && doesExist && fault !== undefined ? failed(fault) : addresses;
}

/**
 * Queries the name servers directly, unaffected by this machine's hosts file and search domains. A
 * silent name server then occupies none of the libuv threads that other lookups need.
 */
export function dnsResolver(nameServers?: readonly string[]): ResolveHost {
  return async (host, signal) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
    if (nameServers) resolver.setServers(nameServers);
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return addressesIn(await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]));
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  };
}

export const resolveByDns = dnsResolver();

/** The system resolver (getaddrinfo), which knows `localhost`. */
export const resolveBySystem: ResolveHost = (host) =>
  lookup(host, { all: true }).then((found) => found.map(({ address }) => address), noneOrFail);
