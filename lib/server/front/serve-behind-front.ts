import type { RequestListener } from "node:http";
import type { CrawlerRecorder } from "@/lib/http/crawlers/recorder";
import { database } from "@/db/database";
import { countPrepared } from "@/lib/http/metrics";
import { readVersions } from "@/lib/loaders/freshness/dataset-versions";
import type { PaidCalls } from "../pages/paid-calls";
import { readDirectly } from "../read-directly";
import { refusalAnswer } from "../refuse-paid";
import { serveInner, type HttpServer } from "../serve-http";
import { createInnerAddress } from "./inner-address";
import { startFront } from "./start-front";
import type { Tally } from "./protocol";

export interface ServeBehindFrontOptions {
  port: number;
  /** Answers what the front does not. */
  next: RequestListener;
  paidCalls: PaidCalls;
  crawlers: CrawlerRecorder;
  onDeath(error: Error): void;
}

export interface FrontedServer extends HttpServer {
  heapUsed(): Promise<number>;
}

/** Starts the front's thread on the port, and Next behind it on a private socket. */
export async function serveBehindFront({ port, next, paidCalls, crawlers, onDeath }: ServeBehindFrontOptions): Promise<FrontedServer> {
  function onTally({ prepared, notModified, crawlers: visits }: Tally): void {
    countPrepared(prepared, notModified);
    for (const { userAgent, path, at } of visits) crawlers.record(userAgent, path, at);
  }
  const front = startFront({
    readVersions: async () => readVersions(await database()),
    read: (request) => paidCalls.during(() => readDirectly(request)),
    refuse: refusalAnswer,
    onTally,
    onDeath,
  });
  const address = createInnerAddress();
  const inner = await serveInner(address.path, next);
  async function close(): Promise<void> {
    await front.stop();
    await inner.close();
    address.remove();
  }
  try {
    return { port: await front.listen(port, address.path), heapUsed: () => front.heapUsed(), close };
  } catch (error) {
    await close();
    throw error;
  }
}
