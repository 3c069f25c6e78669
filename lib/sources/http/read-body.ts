import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { discard, type WireResponse } from "./transport";
import { SourceError } from "./source";

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const unpackGzip: Unpack = promisify(gunzip);
const unpackBrotli: Unpack = promisify(brotliDecompress);
const unpackZlib: Unpack = promisify(inflate);
const unpackRaw: Unpack = promisify(inflateRaw);

const ZLIB_METHOD = 8;
/** Servers do not chain more; a longer list is an attack. */
const MAX_ENCODINGS = 2;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;
const tooLarge = (maxBytes: number): SourceError => new SourceError("too_large", `more than ${maxBytes} bytes`);

async function collect(body: Readable, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const cut = () => body.destroy(signal.reason);
  signal.addEventListener("abort", cut, { once: true });
  try {
    signal.throwIfAborted();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  } finally {
    signal.removeEventListener("abort", cut);
    discard(body);
  }
}

function unpackerFor(encoding: string, bytes: Uint8Array): Unpack | null {
  if (encoding === "gzip" || encoding === "x-gzip") return isGzip(bytes) ? unpackGzip : null;
  if (encoding === "br") return unpackBrotli;
  if (encoding === "deflate") return ((bytes[0] ?? 0) & 0x0f) === ZLIB_METHOD ? unpackZlib : unpackRaw;
  throw new SourceError("encoding", `content-encoding ${encoding.slice(0, 20)} is not known`);
}

async function decompress(bytes: Uint8Array, unpack: Unpack, maxBytes: number): Promise<Uint8Array> {
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(maxBytes);
    throw new SourceError("encoding", "the compressed body is damaged", { cause: error });
  }
}

/** The whole body, decompressed. Some feeds are stored as gzip without a content-encoding header; these are decompressed too. */
export async function readBody(answer: WireResponse, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
  if (Number(answer.headers.get("content-length") ?? 0) > maxBytes) {
    discard(answer.body);
    throw tooLarge(maxBytes);
  }
  const names = (answer.headers.get("content-encoding") ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const encodings = names.filter((name) => name !== "" && name !== "identity");
  if (encodings.length > MAX_ENCODINGS) {
    discard(answer.body);
    throw new SourceError("encoding", "too many content encodings");
  }
  let bytes: Uint8Array = await collect(answer.body, maxBytes, signal);
  for (const encoding of encodings.reverse()) {
    const unpack = bytes.length > 0 ? unpackerFor(encoding, bytes) : null;
    if (unpack) bytes = await decompress(bytes, unpack, maxBytes);
  }
  return isGzip(bytes) ? decompress(bytes, unpackGzip, maxBytes) : bytes;
}
