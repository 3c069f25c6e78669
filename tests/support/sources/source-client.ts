import { afterAll, beforeAll, beforeEach } from "vitest";
import { createHostGate } from "@/lib/sources/http/host-gate";
import { createSourceHttp, type SourceHttpOptions } from "@/lib/sources/http/http";
import type { FreshReading, SourceFault, SourceHttp, SourceRequest } from "@/lib/sources/http/source";
import { memoryInProcess, startSourceServer, type MemoryInProcess, type SourceServer } from "./source-server";

/** The loopback server of a test file; memory, clock and client are fresh for every test. */
export let server: SourceServer;
export let memory: MemoryInProcess;
export let http: SourceHttp;
export let now: Date;

export const openGate = () => createHostGate({ maxPerHost: 50, spacingMs: 0 });

export function client(options: Partial<SourceHttpOptions> = {}): SourceHttp {
  return createSourceHttp({
    memory,
    userAgent: "Test-Data/1.0 (+https://data.example)",
    now: () => now,
    gate: openGate(),
    isAllowedAddress: (address) => address === "127.0.0.1",
    backoffMs: 1,
    ...options,
  });
}

export function useSourceClient(): void {
  beforeAll(async () => {
    server = await startSourceServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    memory = memoryInProcess();
    now = new Date("2026-03-01T12:00:00Z");
    http = client();
  });
}

export function minutesLater(minutes: number): void {
  now = new Date(now.getTime() + minutes * 60_000);
}

export const ask = (path = "/", rest: Partial<SourceRequest> = {}, by = http) =>
  by.get({ source: "news/test", url: `${server.url}${path}`, ...rest });

export async function fresh(path = "/", rest: Partial<SourceRequest> = {}, by = http): Promise<FreshReading> {
  const reading = await ask(path, rest, by);
  if (reading.kind !== "fresh") throw new Error("not fresh");
  return reading;
}

export const fails = (fault: SourceFault, status?: number) => ({ name: "SourceError", fault, ...(status === undefined ? {} : { status }) });
export const hostOf = () => new URL(server.url).host;
