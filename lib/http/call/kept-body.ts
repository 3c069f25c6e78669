import { gzipSync } from "node:zlib";
import type { PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import { encodeText, etagOf } from "./respond";

/** Longer JSON is kept compressed: most of it answers one caller's filter, and is never asked for again. */
const LONGEST_PLAIN_BYTES = 64 * 1024;
/** Of a body that is compressed once and sent once, so that speed counts more than size. Who asks again gets what a worker compressed well. */
export const FAST_LEVEL = 2;

export type KeptBody = Pick<PreparedAnswer, "identity" | "gzip" | "etag">;

export const keepBytes = (identity: Uint8Array): KeptBody => ({ identity, gzip: null, etag: etagOf(identity) });

export function keepJson(value: unknown): KeptBody {
  const bytes = encodeText(JSON.stringify(value));
  if (bytes.byteLength <= LONGEST_PLAIN_BYTES) return keepBytes(bytes);
  const gzip = gzipSync(bytes, { level: FAST_LEVEL });
  // Hashing the compressed bytes, a tenth of the plain ones, identifies them as well.
  return { identity: null, gzip, etag: etagOf(gzip) };
}
