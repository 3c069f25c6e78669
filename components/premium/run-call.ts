import type { Receipt } from "@/lib/domain/receipts/receipt";

/** Members that every premium answer has besides its payload. */
export interface PremiumAnswer {
  billing: { credits_charged: number; credits_remaining: number; no_charge_reason?: string };
  receipt?: Receipt;
}

export interface Refusal {
  /** Null when no answer came. */
  status: number | null;
  message: string;
  requestId: string | null;
  retryAfterSeconds: number | null;
  noChargeReason: string | null;
}

export type Outcome<Answer> = { answer: Answer & PremiumAnswer } | { refusal: Refusal };

/** Answers of this session by address, so that going back to one costs nothing. */
const answers = new Map<string, unknown>();

/** Keys of calls whose answer has not arrived: a repeat with the same key is not charged twice. */
const openKeys = new Map<string, string>();

/** `crypto.randomUUID` exists on https alone. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const textIn = (body: unknown, member: string): string | null => {
  const value = isRecord(body) ? body[member] : undefined;
  return typeof value === "string" ? value : null;
};

function refusalOf(response: Response, body: unknown): Refusal {
  const seconds = Number(response.headers.get("retry-after") ?? NaN);
  return {
    status: response.status,
    message: textIn(body, "message") ?? `The service answered with status ${response.status}.`,
    requestId: textIn(body, "request_id") ?? response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    noChargeReason: isRecord(body) ? textIn(body.billing, "no_charge_reason") : null,
  };
}

const NO_ANSWER: Refusal = {
  status: null,
  message: "No answer came: this device is offline, or the service cannot be reached.",
  requestId: null,
  retryAfterSeconds: null,
  noChargeReason: null,
};

export const earlierAnswer = <Answer>(address: string): (Answer & PremiumAnswer) | null =>
  (answers.get(address) as (Answer & PremiumAnswer) | undefined) ?? null;

export async function runCall<Answer>(address: string, token: string): Promise<Outcome<Answer>> {
  const key = openKeys.get(`${token} ${address}`) ?? newKey();
  openKeys.set(`${token} ${address}`, key);
  const forget = () => openKeys.delete(`${token} ${address}`);
  try {
    const response = await fetch(address, { headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": key }, cache: "no-store" });
    const body: unknown = await response.json().catch(() => null);
    if (response.ok && isRecord(body) && isRecord(body.billing)) {
      forget();
      answers.set(address, body);
      return { answer: body as unknown as Answer & PremiumAnswer };
    }
    // After a 5xx the call may have been made: only the same key tells.
    if (response.status < 500) forget();
    return { refusal: refusalOf(response, body) };
  } catch {
    return { refusal: NO_ANSWER };
  }
}
