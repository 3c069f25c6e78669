import type { Address, Hash, Payment } from "@/lib/domain/money/purchase-flow/purchase-state";
import { DAY_MS } from "@/lib/domain/basics/time";

/** A record of a payment that may have been made and is not credited; it never holds a token. */
const PREFIX = "payment:";
const CHANGED = "payment-records";

/** A payment without a hash is recognised until a day after its quote has ended. */
const HASHLESS_MS = DAY_MS;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const address = (value: unknown): Address | null =>
  typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value) ? (value as Address) : null;
const hash = (value: unknown): Hash | null => (typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value) ? (value as Hash) : null);

function quoteOf(value: unknown): Payment["quote"] | null {
  if (!isRecord(value)) return null;
  const { memo, units, credits, chainId, expiresAt } = value;
  const [payTo, contract] = [address(value.payTo), address(value.contract)];
  const isWhole = typeof memo === "string" && typeof units === "string" && /^\d{1,20}$/.test(units);
  if (!isWhole || payTo === null || contract === null) return null;
  if (typeof credits !== "number" || typeof chainId !== "number" || typeof expiresAt !== "number") return null;
  const uri = typeof value.uri === "string" && value.uri.startsWith("ethereum:") ? value.uri : null;
  return { memo, units: BigInt(units), credits, payTo, contract, chainId, expiresAt, sender: address(value.sender), uri };
}

function parse(text: string): Payment | null {
  try {
    const value: unknown = JSON.parse(text);
    const quote = isRecord(value) ? quoteOf(value.quote) : null;
    if (!isRecord(value) || quote === null || typeof value.id !== "string" || typeof value.madeAt !== "number") return null;
    const method = value.method === "by-hand" || value.method === "authorization" ? value.method : "transfer";
    return {
      id: value.id,
      quote,
      goal: value.goal === "top-up" ? "top-up" : "token",
      method,
      hash: hash(value.hash),
      madeAt: value.madeAt,
    };
  } catch {
    return null;
  }
}

const textOf = (payment: Payment): string =>
  JSON.stringify(payment, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));

/** Whether a record may go: not paid, or older than its quote recognises. A signature still collects it. */
export const isForgettable = ({ hash: sent, method, quote }: Payment, now: number): boolean =>
  (sent === null && method === "by-hand") || now > quote.expiresAt + HASHLESS_MS;

const isOver = ({ hash: sent, quote }: Payment, now: number): boolean => sent === null && now > quote.expiresAt + HASHLESS_MS;

/** Nothing is kept in a private window or with storage switched off; the page says so where it matters. */
export function readRecords(now: number): Payment[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? "");
    const payments = keys.filter((key) => key.startsWith(PREFIX)).flatMap((key) => parse(localStorage.getItem(key) ?? "") ?? []);
    for (const payment of payments) if (isOver(payment, now)) localStorage.removeItem(PREFIX + payment.id);
    return payments.filter((payment) => !isOver(payment, now)).toSorted((left, right) => right.madeAt - left.madeAt);
  } catch {
    return [];
  }
}

export function writeRecord(payment: Payment): void {
  try {
    localStorage.setItem(PREFIX + payment.id, textOf(payment));
    dispatchEvent(new Event(CHANGED));
  } catch {
    // The page has said that this browser keeps nothing.
  }
}

export function canKeep(): boolean {
  try {
    localStorage.setItem(CHANGED, "");
    localStorage.removeItem(CHANGED);
    return true;
  } catch {
    return false;
  }
}

export function removeRecord(id: string): void {
  try {
    localStorage.removeItem(PREFIX + id);
    dispatchEvent(new Event(CHANGED));
  } catch {
    // Where nothing is kept, nothing is left either.
  }
}

/** Changes of this tab and of the others. */
export function onRecords(listener: () => void): () => void {
  const heard = (event: Event) => {
    if (!(event instanceof StorageEvent) || event.key === null || event.key.startsWith(PREFIX)) listener();
  };
  addEventListener(CHANGED, heard);
  addEventListener("storage", heard);
  return () => {
    removeEventListener(CHANGED, heard);
    removeEventListener("storage", heard);
  };
}
