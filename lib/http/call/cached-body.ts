import { gzipSync } from "node:zlib";
import type { PreparedResponse } from "@/lib/loaders/freshness/prepared-answers";
import { Gzipped } from "@/lib/schemas/binary";
import { encodeText, etagOf } from "./respond";

/** Longer JSON is stored compressed. Most of it answers one caller's filter, and is never asked for again. */
const LONGEST_PLAIN_BYTES = 64 * 1024;
/**
 * Compression level of a body that is compressed and sent once, where speed counts more than size. A
 * body that is asked for again is compressed well by a worker.
 */
export const FAST_LEVEL = 2;

export type CachedBody = Pick<PreparedResponse, "identity" | "gzip" | "etag">;

export const bodyOfBytes = (bytes: Uint8Array): CachedBody => ({
  ...(bytes instanceof Gzipped ? { identity: null, gzip: bytes } : { identity: bytes, gzip: null }),
  etag: etagOf(bytes),
});

export function bodyOfJson(value: unknown): CachedBody {
  const bytes = encodeText(JSON.stringify(value));
  if (bytes.byteLength <= LONGEST_PLAIN_BYTES) return bodyOfBytes(bytes);
  const gzip = gzipSync(bytes, { level: FAST_LEVEL });
  // Equal bodies have equal compressed bytes, of which there are a tenth to hash.
  return { identity: null, gzip, etag: etagOf(gzip) };
}
