import { ApiError } from "@/lib/errors";
import type { Answer, ApiRequest } from "@/lib/http/answer";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { readers, type Reader } from "@/lib/http/readers";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { describeError, log } from "@/lib/config/log";
import { createBodyPacker, type BodyPacker } from "./pack-body";
import { acceptsGzip } from "./preferred-encoding";
import { requestOf, type Read } from "./read-request";
import { pathOf } from "@/lib/http/target";

/** Below, compressing costs more than it saves; as Next does. */
const MIN_GZIP_BYTES = 1024;

const isPacked = (bytes: Uint8Array): boolean => bytes.byteLength >= MIN_GZIP_BYTES;

async function compressed({ status, headers, body }: Answer, packer: BodyPacker | null): Promise<Answer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes === null || !isPacked(bytes)) return { status, headers, body: bytes };
  const plain = { status, headers: { ...headers, Vary: "Accept-Encoding" }, body: bytes };
  const packed = packer && (await packer.pack(bytes));
  return packed ? { status, headers: { ...plain.headers, "Content-Encoding": "gzip" }, body: packed } : plain;
}

/** While an answer is hashed, signed and charged its body is compressed; it is dropped with the answer where that fails. */
async function answer(read: Reader, request: ApiRequest): Promise<Answer> {
  const packer = acceptsGzip(request.headers.get("accept-encoding")) ? createBodyPacker() : null;
  const compressAhead = (part: Uint8Array, isWhole: boolean): void => void (packer && isPacked(part) && packer.foresee(part, isWhole));
  try {
    return await compressed(await read({ ...request, compressAhead }), packer);
  } finally {
    packer?.drop();
  }
}

/**
 * Calls the handler that Next has loaded for a path without going through Next, which takes longer than a whole paid
 * call: same request, same answer. Null where Next must be asked.
 */
export async function readDirectly(asked: Read): Promise<Answer | null> {
  const path = pathOf(asked.url);
  const read = readers().get(path);
  const request = read && requestOf(asked);
  if (!request) return null;
  try {
    return await answer(read, request);
  } catch (error) {
    log.error("a handler failed", { path, error: describeError(error) });
    return errorAnswer(withZeroBilling(new ApiError("internal_error"), path), newRequestId(), path);
  }
}
