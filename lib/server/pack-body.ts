import { buffer } from "node:stream/consumers";
import { createGzip, type Gzip } from "node:zlib";

/** Every answer is another: compressed once and read once. */
const LEVEL = 2;
/** One piece holds all but the longest answers. */
const CHUNK_BYTES = 64 * 1024;

interface Packing {
  /** What went in, of one body. */
  given: Uint8Array;
  stream: Gzip;
  packed: Promise<Uint8Array | null>;
}

const NOTHING = new Uint8Array(0);

function begin(): Packing {
  const stream = createGzip({ level: LEVEL, chunkSize: CHUNK_BYTES });
  // The answer may be paid for by now: what cannot be compressed is delivered as it is.
  return { given: NOTHING, stream, packed: buffer(stream).catch(() => null) };
}

const beginsWith = (body: Uint8Array, part: Uint8Array): boolean =>
  body.byteLength >= part.byteLength && Buffer.compare(body.subarray(0, part.byteLength), part) === 0;

export interface BodyPacker {
  /** From here on the body is compressed as far as it is known. */
  foresee(part: Uint8Array, isWhole: boolean): void;
  /** Null where it cannot be compressed. */
  pack(body: Uint8Array): Promise<Uint8Array | null>;
  /** Lets go of what was begun and not sent. */
  drop(): void;
}

/** Compresses one body, of which most may be known before it may be sent. */
export function createBodyPacker(): BodyPacker {
  let packing: Packing | null = null;

  const drop = (): void => void packing?.stream.destroy();

  function give(part: Uint8Array, isWhole: boolean): Packing {
    const isNext = packing !== null && !packing.stream.writableEnded && beginsWith(part, packing.given);
    if (!isNext) drop();
    const into = isNext && packing ? packing : begin();
    const added = part.subarray(into.given.byteLength);
    if (isWhole) into.stream.end(added);
    else into.stream.write(added);
    into.given = part;
    return (packing = into);
  }

  return {
    foresee: (part, isWhole) => void give(part, isWhole),
    pack(body) {
      const isPacked =
        packing !== null && packing.stream.writableEnded && packing.given.byteLength === body.byteLength && beginsWith(body, packing.given);
      return isPacked && packing ? packing.packed : give(body, true).packed;
    },
    drop,
  };
}
