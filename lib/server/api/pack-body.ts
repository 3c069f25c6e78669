import { buffer } from "node:stream/consumers";
import { createGzip, gzipSync, type Gzip } from "node:zlib";
import { FAST_LEVEL } from "@/lib/http/call/cached-body";

/**
 * Longest body to compress on this thread. Up to this size that takes less time than having another
 * thread do it: a tenth of a millisecond to one.
 */
const AT_ONCE_BYTES = 64 * 1024;
/** Large enough for all but the longest answers to come out as one chunk. */
const CHUNK_BYTES = 64 * 1024;

interface Compression {
  input: Uint8Array;
  stream: Gzip;
  output: Promise<Uint8Array | null>;
}

const NOTHING = new Uint8Array(0);

const isPackedAtOnce = ({ byteLength }: Uint8Array): boolean => byteLength <= AT_ONCE_BYTES;

// The call may be charged already, so a body that cannot be compressed is delivered uncompressed.
function packedAtOnce(body: Uint8Array): Uint8Array | null {
  try {
    return gzipSync(body, { level: FAST_LEVEL });
  } catch {
    return null;
  }
}

function begin(): Compression {
  const stream = createGzip({ level: FAST_LEVEL, chunkSize: CHUNK_BYTES });
  return { input: NOTHING, stream, output: buffer(stream).catch(() => null) };
}

const beginsWith = (body: Uint8Array, part: Uint8Array): boolean =>
  body.byteLength >= part.byteLength && Buffer.compare(body.subarray(0, part.byteLength), part) === 0;

export interface BodyPacker {
  /** Compresses the known beginning of the body before the whole is known. */
  compressAhead(part: Uint8Array, isWhole: boolean): void;
  /** Null when compression failed. */
  pack(body: Uint8Array): Promise<Uint8Array | null>;
  drop(): void;
}

/** Compresses one body, most of which may be known before it may be sent. */
export function createBodyPacker(): BodyPacker {
  let current: Compression | null = null;

  const drop = (): void => void current?.stream.destroy();

  function feed(part: Uint8Array, isWhole: boolean): Compression {
    const isNext = current !== null && !current.stream.writableEnded && beginsWith(part, current.input);
    if (!isNext) drop();
    const target = isNext && current ? current : begin();
    const added = part.subarray(target.input.byteLength);
    if (isWhole) target.stream.end(added);
    else target.stream.write(added);
    target.input = part;
    return (current = target);
  }

  return {
    compressAhead: (part, isWhole) => void (isPackedAtOnce(part) || feed(part, isWhole)),
    async pack(body) {
      if (isPackedAtOnce(body)) return packedAtOnce(body);
      const isPacked =
        current !== null && current.stream.writableEnded && current.input.byteLength === body.byteLength && beginsWith(body, current.input);
      return isPacked && current ? current.output : feed(body, true).output;
    },
    drop,
  };
}
