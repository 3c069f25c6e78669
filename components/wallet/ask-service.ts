import { refusalWords } from "@/components/ui/refusal-words";
import type { Refused } from "@/lib/domain/money/purchase-flow/purchase-state";

type Body = Readonly<Record<string, unknown>>;

/** An answer of this site's API. Status null: none came. */
export interface ServiceResponse {
  status: number | null;
  body: Body;
  retryAfterSeconds: number | null;
}

const isBody = (value: unknown): value is Body => typeof value === "object" && value !== null && !Array.isArray(value);

export const textOf = (body: Body, member: string): string | null => {
  const value = body[member];
  return typeof value === "string" ? value : null;
};

export const numberOf = (body: Body, member: string): number | null => {
  const value = body[member];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

export const bodyOf = (body: Body, member: string): Body => {
  const value = body[member];
  return isBody(value) ? value : {};
};

export const answerOf = (status: number, body: unknown, retryAfter: string | null): ServiceResponse => {
  const parsed = isBody(body) ? body : {};
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return { status, body: parsed, retryAfterSeconds: Number.isFinite(seconds) ? seconds : numberOf(parsed, "retry_after") };
};

async function ask(path: string, init: RequestInit): Promise<ServiceResponse> {
  try {
    const response = await fetch(path, { ...init, cache: "no-store", credentials: "same-origin" });
    return answerOf(response.status, await response.json().catch(() => null), response.headers.get("retry-after"));
  } catch {
    return { status: null, body: {}, retryAfterSeconds: null };
  }
}

export const read = (path: string, signal: AbortSignal): Promise<ServiceResponse> => ask(path, { signal });

export function post(path: string, body: object, { signal, key }: { signal?: AbortSignal; key?: string } = {}): Promise<ServiceResponse> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key !== undefined) headers["Idempotency-Key"] = key;
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), ...(signal ? { signal } : {}) });
}

export async function readText(path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(path, { signal, cache: "no-store" });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}

/** `crypto.randomUUID` exists on https alone. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function refusedOf({ status, body, retryAfterSeconds }: ServiceResponse): Refused {
  return {
    code: textOf(body, "error") ?? (status === null ? "no_answer" : `http_${status}`),
    message: textOf(body, "message") ?? refusalWords(status),
    retryAfterSeconds,
  };
}
