import type { IncomingMessage } from "node:http";

const HAS_NO_BODY = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether a request of the API may have a body. No other body is read. */
export const mayHaveBody = ({ method = "GET" }: IncomingMessage): boolean => !HAS_NO_BODY.has(method);

/** The whole body, or null when it is longer than that many bytes. Throws when the client goes before its end. */
export async function readBody(request: IncomingMessage, longest: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // Destroying the request would close the connection before the refusal is sent.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    length += part.byteLength;
    if (length > longest) {
      request.resume();
      return null;
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}
