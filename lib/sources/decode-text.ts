import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { gunzipSync } from "node:zlib";
import { SourceError } from "./http/source";

/** Real documents unpack to a few hundred kilobytes; more is a gzip bomb. */
const GUNZIP_LIMIT_BYTES = 10 * 1024 * 1024;
const SNIFF_BYTES = 1024;
const SEVEN_BIT_JAPANESE = "iso-2022-jp";

const BYTE_ORDER_MARKS: readonly { bytes: readonly number[]; charset: string }[] = [
  { bytes: [0xff, 0xfe, 0x00, 0x00], charset: "utf-32le" },
  { bytes: [0x00, 0x00, 0xfe, 0xff], charset: "utf-32be" },
  { bytes: [0xef, 0xbb, 0xbf], charset: "utf-8" },
  { bytes: [0xff, 0xfe], charset: "utf-16le" },
  { bytes: [0xfe, 0xff], charset: "utf-16be" },
];

/** Byte patterns of a leading `<` or `{` without a byte order mark; null matches any byte but 0. */
const FIRST_CHARACTERS: readonly { bytes: readonly (number | null)[]; charset: string }[] = [
  { bytes: [null, 0, 0, 0], charset: "utf-32le" },
  { bytes: [0, 0, 0, null], charset: "utf-32be" },
  { bytes: [null, 0, null, 0], charset: "utf-16le" },
  { bytes: [0, null, 0, null], charset: "utf-16be" },
];

/** Charsets whose later versions are written under their names. */
const SUPERSETS: Readonly<Record<string, string>> = { gbk: "gb18030", big5: "big5-hkscs" };

export interface DecodedText {
  text: string;
  charset: string;
}

const matchesBytes = (bytes: Uint8Array, pattern: readonly (number | null)[]): boolean =>
  bytes.length >= pattern.length && pattern.every((value, index) => (value === null ? bytes[index] !== 0 : bytes[index] === value));

function gunzipIfCompressed(bytes: Uint8Array): Uint8Array {
  if (!matchesBytes(bytes, [0x1f, 0x8b])) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: GUNZIP_LIMIT_BYTES });
  } catch (cause) {
    const isBomb = (cause as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw new SourceError(isBomb ? "too_large" : "encoding", isBomb ? "The unpacked document is too large" : "The gzip bytes are damaged", {
      cause,
    });
  }
}

/** On the web some labels mean another charset: `latin1` is windows-1252. */
function webCharset(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return label;
  }
}

function supportedCharset(name: string | undefined): string | null {
  const label = name
    ?.trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "");
  if (!label) return null;
  const charset = webCharset(label);
  const actual = SUPERSETS[charset] ?? charset;
  return iconv.encodingExists(actual) ? actual : null;
}

const headerCharset = (contentType: string | null): string | null =>
  supportedCharset(/charset\s*=\s*["']?\s*([^"';,\s]+)/i.exec(contentType ?? "")?.[1]);

function declaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, SNIFF_BYTES)).toString("latin1");
  const xml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"']{1,40})["']/i.exec(head);
  const html = /<meta[^>]{0,200}?charset\s*=\s*["']?([^"'\s/>]{1,40})/i.exec(head);
  return supportedCharset(xml?.[1] ?? html?.[1]);
}

const isWide = (charset: string): boolean => /^(?:utf-?16|utf-?32|ucs)/.test(charset);

function charsetOf(bytes: Uint8Array, contentType: string | null): string {
  const mark = BYTE_ORDER_MARKS.find((candidate) => matchesBytes(bytes, candidate.bytes));
  if (mark) return mark.charset;
  const wide = FIRST_CHARACTERS.find((candidate) => matchesBytes(bytes, candidate.bytes));
  if (wide) return wide.charset;
  // Declared charsets are often wrong, so bytes that are valid UTF-8 count as UTF-8.
  if (isUtf8(bytes)) return isSevenBitJapanese(bytes, contentType) ? SEVEN_BIT_JAPANESE : "utf-8";
  const declared = [headerCharset(contentType), declaredCharset(bytes)].filter((name): name is string => name !== null && !isWide(name));
  const charset = declared.find((name) => !/^utf-?8$/.test(name));
  if (charset) return charset;
  // Mostly valid multibyte sequences: UTF-8 with a few stray bytes. Otherwise it is a Latin charset.
  return isMostlyUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** ISO-2022-JP is valid ASCII, so it needs both a declaration and an escape byte. */
function isSevenBitJapanese(bytes: Uint8Array, contentType: string | null): boolean {
  const label = /iso-2022-jp/i;
  const head = Buffer.from(bytes.subarray(0, SNIFF_BYTES)).toString("latin1");
  return (label.test(contentType ?? "") || label.test(head)) && bytes.includes(0x1b);
}

function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let broken = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte < 0x80) continue;
    const length = byte >= 0xf0 && byte < 0xf5 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc2 && byte < 0xe0 ? 2 : 0;
    let isValid = length > 0;
    for (let next = 1; next < length; next += 1) isValid = isValid && ((bytes[index + next] ?? 0) & 0xc0) === 0x80;
    if (isValid) {
      valid += 1;
      index += length - 1;
    } else broken += 1;
  }
  return valid > broken;
}

function decodeAs(bytes: Uint8Array, charset: string): string {
  if (charset === "utf-8" || charset === SEVEN_BIT_JAPANESE) return new TextDecoder(charset).decode(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), charset);
}

/** Decodes by the bytes first, then by HTTP header and document declaration. Throws only SourceErrors. */
export function decodeText(received: Uint8Array, contentType: string | null): DecodedText {
  const bytes = gunzipIfCompressed(received);
  const charset = charsetOf(bytes, contentType);
  return { text: decodeAs(bytes, charset).replace(/^\ufeff/, ""), charset };
}
