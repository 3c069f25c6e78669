import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP, type LookupFunction, type TcpSocketConnectOpts } from "node:net";
import type { AnswerReading, ReceiverAnswer } from "@/lib/domain/watches/chat/read-answer";
import type { DeliveryOutcome } from "./delivery-outcome";

export interface Post {
  url: URL;
  /** Connections go to these addresses only, without another lookup. */
  addresses: readonly string[];
  headers: Record<string, string>;
  body: string;
  /** PEM that replaces the public authorities, for tests. */
  ca?: string;
  /** Says what an answer means by its beginning. */
  read: (answer: ReceiverAnswer) => AnswerReading;
}

/** An answer is taken up to this size, and what comes after it is not waited for. */
const MAX_ANSWER_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
const ADDRESS_ATTEMPT_MS = 2500;

type Phase = "connecting" | "securing" | "waiting" | "reading";

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { family, all }, callback) => {
    const candidates = pinned.filter((one) => (family !== 4 && family !== 6 ? true : one.family === family));
    const [first] = candidates;
    if (!first) return callback(Object.assign(new Error("no address of that family"), { code: "ENOTFOUND" }), "", 0);
    return all ? callback(null, candidates) : callback(null, first.address, first.family);
  };
}

function requestOptions({
  addresses,
  headers,
  ca,
}: Post): RequestOptions & Pick<TcpSocketConnectOpts, "autoSelectFamily" | "autoSelectFamilyAttemptTimeout"> {
  return {
    method: "POST",
    headers,
    agent: false,
    rejectUnauthorized: true,
    maxHeaderSize: MAX_HEADER_BYTES,
    lookup: pinnedLookup(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS,
    ...(ca === undefined ? {} : { ca }),
  };
}

const codeOf = (error: NodeJS.ErrnoException): string => (/^[A-Z][A-Z0-9_]{1,60}$/.test(error.code ?? "") ? String(error.code) : "failed");

function failure(error: NodeJS.ErrnoException, phase: Phase): DeliveryOutcome {
  const detail = codeOf(error);
  if (phase === "securing") return { kind: "tls_error", detail };
  if (detail === "ECONNREFUSED") return { kind: "connection_refused", detail };
  if (detail === "ETIMEDOUT") return { kind: "timeout", detail };
  return { kind: "network_error", detail };
}

const TIMEOUT_DETAILS: Record<Exclude<Phase, "reading">, string> = {
  connecting: "no connection in time",
  securing: "no TLS session in time",
  waiting: "no answer in time",
};

/** Reads to the end or to the limit. A connection that breaks after the status still counts as answered. */
function drain(answer: IncomingMessage, done: (beginning: string) => void): void {
  let bytes = 0;
  const chunks: Buffer[] = [];
  const end = () => done(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString("utf8"));
  answer.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    chunks.push(chunk);
    if (bytes >= MAX_ANSWER_BYTES) end();
  });
  answer.on("error", end);
  answer.on("close", end);
}

/** Opens one connection for one POST, without redirects or retry. Never rejects. */
export function postOnce(post: Post, signal: AbortSignal): Promise<DeliveryOutcome> {
  return new Promise((resolve) => {
    let phase: Phase = "connecting";
    let status = 0;
    const request = httpsRequest(post.url, requestOptions(post));
    const end = (outcome: DeliveryOutcome) => {
      signal.removeEventListener("abort", cut);
      resolve(outcome);
      request.destroy();
    };
    const cut = () =>
      end(
        phase === "reading"
          ? { kind: "body_too_slow", detail: `answered ${status}, body not finished in time`, status }
          : { kind: "timeout", detail: TIMEOUT_DETAILS[phase] },
      );
    signal.addEventListener("abort", cut, { once: true });
    request.on("socket", (socket) => {
      socket.once("connect", () => (phase = "securing"));
      socket.once("secureConnect", () => (phase = "waiting"));
    });
    const answered = (reading: AnswerReading = {}) => end({ kind: "answered", status, ...reading });
    request.on("response", (answer) => {
      phase = "reading";
      status = answer.statusCode ?? 0;
      drain(answer, (text) => answered(post.read({ status, retryAfter: answer.headers["retry-after"] ?? null, text })));
    });
    request.on("error", (error) => (phase === "reading" ? answered() : end(failure(error, phase))));
    request.on("close", () => (phase === "reading" ? answered() : end({ kind: "network_error", detail: "closed without an answer" })));
    if (signal.aborted) cut();
    else request.end(post.body);
  });
}
