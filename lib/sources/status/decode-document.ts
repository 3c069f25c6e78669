import { gunzipSync } from "node:zlib";
import { SourceError } from "../source";
import type { StatusDocument } from "./status-source";

const MAX_INFLATED_BYTES = 20_000_000;

function charsetOf(bytes: Uint8Array, contentType: string | null): string {
  const [first, second, third] = bytes;
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0 && second !== 0 && second !== undefined) return "utf-16be";
  if (first !== 0 && second === 0) return "utf-16le";
  return /charset=["']?([\w-]+)/i.exec(contentType ?? "")?.[1] ?? /^<\?xml[^>]*\bencoding=["']([\w-]+)["']/i.exec(new TextDecoder("latin1").decode(bytes.subarray(0, 200)))?.[1] ?? "utf-8";
}

function decode(bytes: Uint8Array, charset: string): string {
  try {
    return new TextDecoder(/^utf-16$/i.test(charset) ? "utf-8" : charset).decode(bytes);
  } catch {
    return new TextDecoder("utf-8").decode(bytes);
  }
}

function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_INFLATED_BYTES });
  } catch (cause) {
    throw new SourceError("encoding", "gzip bytes that do not inflate", { cause });
  }
}

/** The bytes decide, then the header: AWS declares utf-16 and means big-endian, told only by its mark. */
export function decodeDocument(received: Uint8Array, contentType: string | null): StatusDocument {
  const bytes = inflate(received);
  const text = decode(bytes, charsetOf(bytes, contentType));
  if (text.trim() === "") throw new SourceError("not_expected", "an empty body");
  return { text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
