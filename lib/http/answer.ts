/** A request as handlers see it: Next's, or one that our own server has read. */
export type ApiRequest = Pick<Request, "method" | "url" | "headers" | "body"> & {
  /** Told what the body will begin with, then all of it, before it is known to be sent: what sending takes may be done meanwhile. Must not throw. */
  foresee?: (part: Uint8Array, isWhole: boolean) => void;
};

/** A whole answer, before whoever listens puts it on the wire. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | null;
}

export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body as BodyInit | null, { status, headers });
