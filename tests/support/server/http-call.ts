import { Agent, request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { leakIn } from "../leaks";

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  raw: Buffer;
  text: string;
}

export interface HttpCall {
  method?: string;
  /** Sent as it is, without normalisation. */
  target: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  /** The caller's address, forwarded as by a trusted proxy. Default: a new one for each call. */
  address?: string;
}

let lastAddress = 0;

/** A fresh address, so that unrelated calls do not share rate limits. */
export function newAddress(): string {
  const value = ++lastAddress;
  return `10.${(value >> 16) & 255}.${(value >> 8) & 255}.${value & 255}`;
}

function decoded(raw: Buffer, encoding: string | undefined): string {
  if (raw.byteLength === 0) return "";
  if (encoding === "gzip") return gunzipSync(raw).toString();
  return (encoding === "br" ? brotliDecompressSync(raw) : raw).toString();
}

export function httpCall(
  port: number,
  { method = "GET", target, headers = {}, body, address = newAddress() }: HttpCall,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: "127.0.0.1",
        port,
        method,
        path: target,
        agent,
        headers: { "x-forwarded-for": address, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }), ...headers },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const raw = Buffer.concat(chunks);
          const answer = {
            status: response.statusCode ?? 0,
            headers: response.headers,
            raw,
            text: decoded(raw, response.headers["content-encoding"]),
          };
          const leak = answer.status >= 400 ? leakIn(`${JSON.stringify(answer.headers)}${answer.text}`) : null;
          if (leak) reject(new Error(`${method} ${target}: ${answer.status} holds a secret: ${leak.slice(0, 20)}…`));
          else resolve(answer);
        });
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}
