import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip as gzipWith } from "node:zlib";
import type { Answer, ApiRequest } from "@/lib/http/answer";
import { readers, type Reader } from "@/lib/http/readers";
import { describeError, log } from "@/lib/log";
import { send } from "./listener";
import { acceptsGzip } from "./preferred-encoding";

const gzip = promisify(gzipWith);

/** Below, compressing costs more than it saves; as Next does. */
const MIN_GZIP_BYTES = 1024;
/** Every answer is another: compressed once and read once. */
const GZIP_LEVEL = 2;

/** As Next hands it over; null where a header cannot be one. */
function requestOf({ url = "/", headers: given }: IncomingMessage): ApiRequest | null {
  const headers = new Headers();
  try {
    for (const name in given) headers.set(name, String(given[name]));
  } catch {
    return null;
  }
  return { method: "GET", url: `http://localhost${url}`, headers, body: null };
}

async function compressed({ status, headers, body }: Answer, acceptEncoding: string | undefined): Promise<Answer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes === null || bytes.byteLength < MIN_GZIP_BYTES) return { status, headers, body: bytes };
  const varying = { ...headers, Vary: "Accept-Encoding" };
  if (!acceptsGzip(acceptEncoding)) return { status, headers: varying, body: bytes };
  return { status, headers: { ...varying, "Content-Encoding": "gzip" }, body: await gzip(bytes, { level: GZIP_LEVEL }) };
}

async function answer(read: Reader, asked: ApiRequest, response: ServerResponse): Promise<void> {
  const given = await compressed(await read(asked), asked.headers.get("accept-encoding") ?? undefined);
  if (!response.destroyed) send(response, given);
}

/** Calls the handlers that Next has loaded without going through Next, which costs a paid call as much as its signature: same request, same answer. */
export function readDirectly(next: RequestListener): RequestListener {
  return (request, response) => {
    const read = request.method === "GET" ? readers().get((request.url ?? "").split("?", 1)[0] ?? "") : undefined;
    const asked = read && requestOf(request);
    if (!asked) return next(request, response);
    answer(read, asked, response).catch((error: unknown) => {
      log.error("a handler failed", { url: request.url?.slice(0, 200), error: describeError(error) });
      response.destroy();
    });
  };
}
