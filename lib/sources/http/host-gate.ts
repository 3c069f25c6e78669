import PQueue from "p-queue";
import { remember } from "@/lib/domain/basics/remember";

/** Runs `work` once the host has a free connection. */
export type HostGate = <Result>(host: string, signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Far above the number of hosts that are read at a time. */
const MAX_HOSTS = 1000;

/** Limits the connections to one host at a time and spaces their starts. */
export function createHostGate({ maxPerHost, spacingMs }: { maxPerHost: number; spacingMs: number }): HostGate {
  const queueOf = remember(
    (_host: string) => new PQueue({ concurrency: maxPerHost, interval: spacingMs, intervalCap: spacingMs === 0 ? Infinity : 1 }),
    MAX_HOSTS,
  );
  return <Result>(host: string, signal: AbortSignal, work: () => Promise<Result>) => queueOf(host).add(work, { signal }) as Promise<Result>;
}
