import type { OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from "node:http";

/** An answer of Next that has not been sent. */
export interface CollectedResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: Buffer;
}

export const headerOf = ({ headers }: CollectedResponse, name: string): string => String(headers[name] ?? "");

type Callback = () => void;

const callbackOf = (parts: readonly unknown[]): Callback | undefined =>
  parts.find((part) => typeof part === "function") as Callback | undefined;

function bytesOf([chunk, encoding]: readonly unknown[]): Buffer | null {
  if (typeof chunk === "string") return Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
  return chunk instanceof Uint8Array ? Buffer.from(chunk) : null;
}

const OVERRIDDEN = ["write", "end", "writeHead", "flushHeaders"] as const;

/**
 * Collects a response until its end, so that the whole answer is known before any of it is sent. Null
 * when the reader has gone, or when writing breaks off.
 */
export function collectAnswer(response: ServerResponse, write: () => void): Promise<CollectedResponse | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const add = (parts: readonly unknown[]): void => {
      const bytes = bytesOf(parts);
      if (bytes) chunks.push(bytes);
    };
    const leave = (): void => resolve(null);
    response.once("close", leave);
    const collecting = {
      write(...parts: unknown[]) {
        add(parts);
        const callback = callbackOf(parts);
        if (callback) process.nextTick(callback);
        return true;
      },
      end(...parts: unknown[]) {
        add(parts);
        response.removeListener("close", leave);
        // Also removes what wrapped these methods meanwhile.
        for (const name of OVERRIDDEN) Reflect.deleteProperty(response, name);
        const callback = callbackOf(parts);
        if (callback) response.once("finish", callback);
        resolve({ status: response.statusCode, headers: response.getHeaders(), body: Buffer.concat(chunks) });
        return response;
      },
      writeHead(status: number, ...parts: unknown[]) {
        response.statusCode = status;
        const headers = parts.find((part) => typeof part === "object" && part !== null) as Record<string, OutgoingHttpHeader> | undefined;
        for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
        return response;
      },
      flushHeaders: () => undefined,
    };
    Object.assign(response, collecting);
    write();
  });
}
