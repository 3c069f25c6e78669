import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { pathOf } from "@/lib/http/target";

interface Page {
  body: Buffer;
  headers: OutgoingHttpHeaders;
  expiresAt: number;
  versions: string;
}

/** Pages show ages in minutes, so none may be kept longer than that, even while the data is unchanged. */
const TTL_MS = 30_000;
const MAX_PAGES = 64;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

const versionsNow = (): string => [...preparedStore().versions].map(([dataset, version]) => `${dataset}:${version}`).join();

/** Documents only: the fetches of Next's client navigation have headers of their own. */
function keyOf(request: IncomingMessage, paths: ReadonlySet<string>): string | null {
  const target = request.url ?? "/";
  if (request.method !== "GET" || !paths.has(pathOf(target)) || target.length > 512) return null;
  if (request.headers.rsc !== undefined || request.headers["next-router-prefetch"] !== undefined) return null;
  return `${/\bgzip\b/.test(String(request.headers["accept-encoding"] ?? "")) ? "gzip" : "identity"} ${target}`;
}

/** Buffers the body while it is written, and passes it on once complete. */
function collect(response: ServerResponse, onComplete: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const add = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    const bytes =
      typeof chunk === "string"
        ? Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8")
        : Buffer.from(chunk);
    size += bytes.byteLength;
    if (size <= MAX_PAGE_BYTES) chunks.push(bytes);
  };
  const { write, end } = response;
  response.write = function (this: ServerResponse, ...parts: unknown[]) {
    add(parts[0], parts[1]);
    return write.apply(this, parts as Parameters<typeof write>);
  } as typeof write;
  response.end = function (this: ServerResponse, ...parts: unknown[]) {
    add(parts[0], parts[1]);
    if (size <= MAX_PAGE_BYTES) onComplete(Buffer.concat(chunks));
    return end.apply(this, parts as Parameters<typeof end>);
  } as typeof end;
}

export function createPageCache(next: RequestListener, paths: ReadonlySet<string>): RequestListener {
  const pages = new LRUCache<string, Page>({ max: MAX_PAGES });

  return (request, response) => {
    const key = keyOf(request, paths);
    if (key === null) return next(request, response);
    const versions = versionsNow();
    const page = pages.get(key);
    if (page && page.expiresAt > Date.now() && page.expiresAt - Date.now() <= TTL_MS && page.versions === versions) {
      response.writeHead(200, { ...page.headers, "content-length": page.body.byteLength });
      return void response.end(page.body);
    }
    collect(response, (body) => {
      if (response.statusCode !== 200) return;
      const { "transfer-encoding": _, ...headers } = response.getHeaders();
      pages.set(key, { body, headers, expiresAt: Date.now() + TTL_MS, versions });
    });
    next(request, response);
  };
}
