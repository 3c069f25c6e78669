import { refusalWords } from "@/components/ui/refusal-words";
import type { Receipt } from "@/lib/domain/receipts/receipt";

/** Members that every premium answer has besides its payload. */
export interface PremiumAnswer {
  billing: { credits_charged: number; credits_remaining: number; no_charge_reason?: string };
  receipt?: Receipt;
}

export interface Refusal {
  /** Null when no answer came. */
  status: number | null;
  /** The error's name in the API; null when no answer came, or one without a name. */
  code: string | null;
  message: string;
  requestId: string | null;
  retryAfterSeconds: number | null;
  noChargeReason: string | null;
  /** The members of the answer, of which a block may show its own. */
  details: Readonly<Record<string, unknown>>;
}

export type Outcome<Answer> = { answer: Answer & PremiumAnswer } | { refusal: Refusal };

/** Payer of the calls that are made on the account of whoever is signed in; otherwise it is the token. */
export const SESSION_PAYER = "session";

/** What a block asks: an address, and a text that is sent there, where it takes one. */
export interface Question {
  address: string;
  body?: string;
}

const nameOf = (payer: string, { address, body }: Question): string => `${payer} ${address}${body === undefined ? "" : `\n${body}`}`;

/** Answers of this tab by payer and question, so that going back to one costs nothing. */
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

function refusalOf(response: Pick<Response, "status" | "headers">, body: unknown): Refusal {
  const named = isRecord(body) && typeof body.retry_after === "number" ? body.retry_after : NaN;
  const seconds = Number(response.headers.get("retry-after") ?? named);
  return {
    status: response.status,
    code: textIn(body, "error"),
    message: textIn(body, "message") ?? refusalWords(response.status),
    requestId: textIn(body, "request_id") ?? response.headers.get("x-request-id"),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    noChargeReason: isRecord(body) ? textIn(body.billing, "no_charge_reason") : null,
    details: isRecord(body) ? body : {},
  };
}

const NO_ANSWER: Refusal = {
  status: null,
  code: null,
  message: refusalWords(null),
  requestId: null,
  retryAfterSeconds: null,
  noChargeReason: null,
  details: {},
};

export const earlierAnswer = <Answer>(question: Question, payer: string): (Answer & PremiumAnswer) | null =>
  (answers.get(nameOf(payer, question)) as (Answer & PremiumAnswer) | undefined) ?? null;

export function forgetAnswersOf(payer: string): void {
  for (const name of answers.keys()) if (name.startsWith(`${payer} `)) answers.delete(name);
}

/** Makes one call under a key, and says what was answered; throws when no answer came. */
export type Caller = (question: Question, key: string) => Promise<{ ok: boolean; body: unknown; refusal: () => Refusal }>;

export const byToken =
  (token: string): Caller =>
  async ({ address, body: sent }, key) => {
    const headers = { Authorization: `Bearer ${token}`, "Idempotency-Key": key };
    const asked = sent === undefined ? { headers } : { method: "POST", headers: { ...headers, "Content-Type": "text/plain" }, body: sent };
    const response = await fetch(address, { ...asked, cache: "no-store" });
    const body: unknown = await response.json().catch(() => null);
    return { ok: response.ok, body, refusal: () => refusalOf(response, body) };
  };

/** What a server action answers that makes a call on the account of the session. */
export interface SessionResponse {
  status: number;
  body: unknown;
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export const bySession =
  (run: (address: string, key: string, body?: string) => Promise<SessionResponse>): Caller =>
  async ({ address, body: sent }, key) => {
    const { status, body } = await run(address, key, sent);
    return { ok: isSuccess(status), body, refusal: () => refusalOf({ status, headers: new Headers() }, body) };
  };

/** `payer` tells the callers apart, so that each has its own open keys. */
export async function runCall<Answer>(question: Question, payer: string, caller: Caller): Promise<Outcome<Answer>> {
  const name = nameOf(payer, question);
  const key = openKeys.get(name) ?? newKey();
  openKeys.set(name, key);
  const forget = () => openKeys.delete(name);
  try {
    const { ok, body, refusal } = await caller(question, key);
    if (ok && isRecord(body) && isRecord(body.billing)) {
      forget();
      answers.set(name, body);
      return { answer: body as unknown as Answer & PremiumAnswer };
    }
    const refused = refusal();
    // After a 5xx the call may have been made: only the same key tells.
    if (refused.status !== null && refused.status < 500) forget();
    return { refusal: refused };
  } catch {
    return { refusal: NO_ANSWER };
  }
}
