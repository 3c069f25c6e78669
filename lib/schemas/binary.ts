import { z } from "zod";

/** The payload of an endpoint that answers a file of another kind than text. */
export const Binary = z.instanceof(Uint8Array);

/** A file that is stored compressed, and sent so to whoever takes it. */
export class Gzipped extends Uint8Array<ArrayBuffer> {}
