import type { SourceHttp, SourceRequest } from "@/lib/sources/http/source";

/** What was asked of the sources. */
export const requests: SourceRequest[] = [];

/** The way out to the sources of a test: gives these documents in turn. */
export function answering(...documents: readonly unknown[]): Pick<SourceHttp, "get"> {
  const queue = [...documents];
  return {
    async get(request) {
      requests.push(request);
      const document = queue.shift();
      const text = typeof document === "string" ? document : JSON.stringify(document);
      return {
        kind: "fresh",
        status: 200,
        headers: new Map(),
        finalUrl: request.url,
        bytes: new TextEncoder().encode(text),
        contentType: "application/json",
        validators: { etag: null, lastModified: null },
      };
    },
  };
}
