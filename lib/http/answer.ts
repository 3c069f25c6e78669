/** A request as handlers see it: Next's, or one that our own server has read. */
export type ApiRequest = Pick<Request, "method" | "url" | "headers"> & {
  body: AsyncIterable<Uint8Array> | null;
  /** The hash of the token by which a session calls, in place of a credential in the headers. */
  tokenHash?: string;
  /**
   * Gets the beginning of the body, then all of it, while the call is being charged, to compress ahead.
   * Must not throw.
   */
  compressAhead?: (part: Uint8Array, isWhole: boolean) => void;
};

/** A finished answer, independent of whether Next or our own server sends it. */
export interface ApiResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A function for a long body of which only `gzip` is at hand: a sender of the plain body unpacks it. */
  body: string | Uint8Array | (() => Uint8Array) | null;
  /** The body compressed, where that is at hand. */
  gzip?: Uint8Array | null;
}

/** An answer with the bytes or the text that are sent. */
export type SentResponse = Omit<ApiResponse, "body"> & { body: string | Uint8Array | null };

export const plainBody = ({ body }: Pick<ApiResponse, "body">): SentResponse["body"] => (typeof body === "function" ? body() : body);

export const toResponse = (answer: ApiResponse): Response =>
  new Response(plainBody(answer) as BodyInit | null, { status: answer.status, headers: answer.headers });
