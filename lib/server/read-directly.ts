import { ApiError } from "@/lib/errors";
import type { Answer, ApiRequest } from "@/lib/http/answer";
import { withZeroBilling } from "@/lib/http/with-zero-billing";
import { readers, type Reader } from "@/lib/http/readers";
import { errorAnswer, newRequestId } from "@/lib/http/steps/respond";
import { describeError, log } from "@/lib/config/log";
import { createBodyPacker, type BodyPacker } from "./pack-body";
import { acceptsGzip } from "./preferred-encoding";
import { toApiRequest, type FrontRequest } from "./read-request";
import { pathOf } from "@/lib/http/target";

/** Compressing smaller bodies costs more than it saves. Next has the same limit. */
const MIN_GZIP_BYTES = 1024;

const isWorthCompressing = (bytes: Uint8Array): boolean => bytes.byteLength >= MIN_GZIP_BYTES;

async function compressed({ status, headers, body }: Answer, packer: BodyPacker | null): Promise<Answer> {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes === null || !isWorthCompressing(bytes)) return { status, headers, body: bytes };
  const plain = { status, headers: { ...headers, Vary: "Accept-Encoding" }, body: bytes };
  const gzipped = packer && (await packer.pack(bytes));
  return gzipped ? { status, headers: { ...plain.headers, "Content-Encoding": "gzip" }, body: gzipped } : plain;
}

/** Compresses the body while the answer is hashed, signed and charged; if that fails, the compressed body is discarded. */
async function answer(read: Reader, request: ApiRequest): Promise<Answer> {
  const packer = acceptsGzip(request.headers.get("accept-encoding")) ? createBodyPacker() : null;
  const compressAhead = (part: Uint8Array, isWhole: boolean): void =>
    void (packer && isWorthCompressing(part) && packer.compressAhead(part, isWhole));
  try {
    return await compressed(await read({ ...request, compressAhead }), packer);
  } finally {
    packer?.drop();
  }
}

/** Calls the handler without Next, which takes longer than the whole paid call. Null when Next must handle the request. */
export async function readDirectly(request: FrontRequest): Promise<Answer | null> {
  const path = pathOf(request.url);
  const read = readers().get(path);
  const apiRequest = read && toApiRequest(request);
  if (!apiRequest) return null;
  try {
    return await answer(read, apiRequest);
  } catch (error) {
    log.error("a handler failed", { path, error: describeError(error) });
    return errorAnswer(withZeroBilling(new ApiError("internal_error"), path), newRequestId(), path);
  }
}
