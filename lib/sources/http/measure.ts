import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import { guardedLookup, requireSafeUrl, type AddressRule } from "./address-guard";
import { createDeadline, toSourceError } from "./deadline";
import { SourceError, type Measurement, type MeasureRequest } from "./source";
import { discard, type Transport, type WireResponse } from "./transport";

const DEFAULT_TIMEOUT_MS = 15_000;
const MAX_BODY_BYTES = 64 * 1024;

interface MeterSetup {
  userAgent: string;
  signal: AbortSignal | undefined;
  isAllowedAddress: AddressRule;
  replay: Transport | null;
}

type Timings = Pick<Measurement, "dnsMs" | "tcpMs" | "tlsMs" | "ttfbMs">;

const noTimings = (): Timings => ({ dnsMs: null, tcpMs: null, tlsMs: null, ttfbMs: null });
const sinceMs = (start: number): number => Math.round((performance.now() - start) * 10) / 10;

function timeSocket(socket: Socket, startMs: number, isTls: boolean, timings: Timings): void {
  let stepMs = startMs;
  const lap = () => {
    const lapMs = sinceMs(stepMs);
    stepMs = performance.now();
    return lapMs;
  };
  socket.once("lookup", () => (timings.dnsMs = lap()));
  socket.once("connect", () => (timings.tcpMs = lap()));
  if (isTls) socket.once("secureConnect", () => (timings.tlsMs = lap()));
}

/** Opens a new connection each time: a pooled one has no handshake to measure. */
function exchange(
  url: URL,
  request: MeasureRequest,
  headers: Record<string, string>,
  setup: MeterSetup,
  signal: AbortSignal,
  timings: Timings,
): Promise<IncomingMessage> {
  const startMs = performance.now();
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, { method: request.method, headers, agent: false, lookup: guardedLookup(setup.isAllowedAddress), signal });
    outgoing.once("socket", (socket) => timeSocket(socket, startMs, url.protocol === "https:", timings));
    outgoing.once("response", (answer) => {
      timings.ttfbMs = sinceMs(startMs);
      resolve(answer);
    });
    outgoing.on("error", reject);
    outgoing.end(request.body);
  });
}

async function firstBytes(body: AsyncIterable<Buffer>): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= MAX_BODY_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
}

async function replayedMeasurement(answer: WireResponse): Promise<Measurement> {
  const bytes = await firstBytes(answer.body);
  discard(answer.body);
  return { status: answer.status, fault: null, ...noTimings(), ttfbMs: answer.declaredMs, totalMs: answer.declaredMs, bytes };
}

export function createMeter(setup: MeterSetup): (request: MeasureRequest) => Promise<Measurement> {
  return async (request) => {
    const deadline = createDeadline(request.timeoutMs ?? DEFAULT_TIMEOUT_MS, setup.signal);
    const { signal } = deadline;
    const timings = noTimings();
    let status: number | null = null;
    deadline.start();
    try {
      const url = requireSafeUrl(request.url, setup.isAllowedAddress);
      const headers = { accept: "*/*", "user-agent": setup.userAgent, ...request.headers };
      if (setup.replay) {
        return await replayedMeasurement(await setup.replay({ url, method: request.method, headers, body: request.body ?? null, signal }));
      }
      const startMs = performance.now();
      const answer = await exchange(url, request, headers, setup, signal, timings);
      status = answer.statusCode ?? null;
      const bytes = await firstBytes(answer);
      return { status, fault: null, ...timings, totalMs: sinceMs(startMs), bytes };
    } catch (error) {
      const { fault } = toSourceError(error, signal, "probe");
      if (fault === "cancelled") throw new SourceError("cancelled", "the run has ended", { cause: error });
      return { status, fault, ...timings, totalMs: null, bytes: new Uint8Array() };
    } finally {
      deadline.clear();
    }
  };
}
