import { plainBody, type ApiResponse, type ApiRequest, type SentResponse } from "@/lib/http/answer";
import { isWorthCompressing } from "@/lib/loaders/freshness/prepared-answers";
import { acceptsGzip } from "../preferred-encoding";
import { createBodyPacker, type BodyPacker } from "./pack-body";

async function packed(answer: ApiResponse, packer: BodyPacker | null): Promise<SentResponse> {
  const { status, headers, gzip } = answer;
  if (packer && gzip) return { status, headers: { ...headers, Vary: "Accept-Encoding", "Content-Encoding": "gzip" }, body: gzip };
  const body = plainBody(answer);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  if (bytes === null || !isWorthCompressing(bytes)) return { status, headers, body: bytes };
  const plain = { status, headers: { ...headers, Vary: "Accept-Encoding" }, body: bytes };
  const compressed = packer && (await packer.pack(bytes));
  return compressed ? { status, headers: { ...plain.headers, "Content-Encoding": "gzip" }, body: compressed } : plain;
}

/**
 * Compresses the body while a paid answer is hashed, signed and charged. If that fails, the compressed
 * body is discarded.
 */
export async function answerPacked(answer: (request: ApiRequest) => Promise<ApiResponse>, request: ApiRequest): Promise<SentResponse> {
  const packer = acceptsGzip(request.headers.get("accept-encoding")) ? createBodyPacker() : null;
  const compressAhead = (part: Uint8Array, isWhole: boolean): void =>
    void (packer && isWorthCompressing(part) && packer.compressAhead(part, isWhole));
  try {
    return await packed(await answer({ ...request, compressAhead }), packer);
  } finally {
    packer?.drop();
  }
}
