import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { preferredEncoding, type Encoding } from "../preferred-encoding";
import type { CollectedResponse } from "./collect-answer";

/** An answer in the encodings in which it can be sent. */
export interface PackedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  bodies: Readonly<Partial<Record<Encoding, Buffer>>> & { identity: Buffer };
  size: number;
}

const TEXT = /^(?:text\/|application\/(?:json|xml|manifest\+json|javascript))/;
const LEAST_BYTES = 1024;
/** Gives gzip's best size in less time. */
const BROTLI_QUALITY = 5;

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** Headers of the connection, which node writes anew. */
const FRAMING = ["transfer-encoding", "content-length", "connection", "keep-alive", "date"];

export async function packed({ status, headers, body }: CollectedResponse): Promise<PackedResponse> {
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !FRAMING.includes(name)));
  const isText = TEXT.test(String(headers["content-type"] ?? "")) && headers["content-encoding"] === undefined;
  if (!isText || status !== 200 || body.byteLength < LEAST_BYTES) {
    return { status, headers: own, bodies: { identity: body }, size: body.byteLength };
  }
  const [gz, br] = await Promise.all([
    gzipped(body),
    brotlied(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
  ]);
  const given = String(headers.vary ?? "");
  const vary = /accept-encoding/i.test(given) ? given : [given, "Accept-Encoding"].filter(Boolean).join(", ");
  const size = body.byteLength + gz.byteLength + br.byteLength;
  return { status, headers: { ...own, vary }, bodies: { identity: body, gzip: gz, br }, size };
}

/** A response to HEAD sends no body by itself. */
export function sendPacked(
  response: ServerResponse,
  { status, headers, bodies }: PackedResponse,
  acceptEncoding: string | string[] | undefined,
): void {
  const wanted = preferredEncoding(acceptEncoding);
  const encoding = bodies[wanted] ? wanted : "identity";
  const body = bodies[encoding] ?? bodies.identity;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const hasNoBody = status === 204 || status === 304;
  response.writeHead(status, {
    ...headers,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    ...(hasNoBody ? {} : { "content-length": body.byteLength }),
  });
  response.end(hasNoBody ? undefined : body);
}
