import { receiptInQuery } from "@/lib/domain/receipts/receipt-link";
import { isFields, type Fields } from "./fields";

type Pasted =
  | { kind: "nothing" }
  | { kind: "not-json" }
  | { kind: "no-receipt" }
  /** `answer` is the paid answer that the receipt was found in; null for a receipt by itself. */
  | { kind: "receipt"; receipt: Fields; answer: Fields | null };

type PastedJson = { kind: "nothing" } | { kind: "not-json" } | { kind: "answer"; answer: Fields };

/** Undefined for text that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The receipt's text, where a link to one was pasted. */
function unlinked(text: string): string {
  const question = text.indexOf("?");
  return /^(?:https?:\/)?\//.test(text) && question !== -1 ? (receiptInQuery(text.slice(question)) ?? text) : text;
}

export function readPasted(text: string): Pasted {
  const trimmed = text.trim();
  if (trimmed === "") return { kind: "nothing" };
  const value = parsed(unlinked(trimmed));
  if (value === undefined) return { kind: "not-json" };
  if (!isFields(value)) return { kind: "no-receipt" };
  if ("signature" in value) return { kind: "receipt", receipt: value, answer: null };
  const inner = typeof value.receipt === "string" ? parsed(value.receipt) : value.receipt;
  if (!isFields(inner)) return { kind: "no-receipt" };
  return { kind: "receipt", receipt: inner, answer: "billing" in value ? value : null };
}

export function readAnswer(text: string): PastedJson {
  if (text.trim() === "") return { kind: "nothing" };
  const value = parsed(text);
  return isFields(value) ? { kind: "answer", answer: value } : { kind: "not-json" };
}
