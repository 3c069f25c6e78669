import type { Allowance } from "./allowance";

/** A request as handlers see it: Next's, or one that our own server has read. */
export type ApiRequest = Pick<Request, "method" | "url" | "headers"> & {
  body: AsyncIterable<Uint8Array> | null;
  /** What the limit of the caller's address says, where whoever received the request has counted it already. */
  allowance?: Allowance | null;
  /** Gets the beginning of the body, then all of it, while the call is being charged: time to compress ahead. Must not throw. */
  compressAhead?: (part: Uint8Array, isWhole: boolean) => void;
};

/** A finished answer, independent of whether Next or our own server sends it. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | null;
  /** The same body compressed, where that is at hand. */
  gzip?: Uint8Array | null;
}

export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body as BodyInit | null, { status, headers });
