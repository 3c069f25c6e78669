import { BOOK_KINDS } from "../../history/price-book/book-row";

/** Lines of one bill. */
export const MOST_LINES = 1000;

/** What usage counts. The first are kinds of the price book, the others have no price of their own there. */
export const USAGE_KINDS = [...BOOK_KINDS, "cache_read_audio", "cache_read_image", "cache_write", "audio_output", "image_output"] as const;
export type UsageKind = (typeof USAGE_KINDS)[number];

/** Longest text of usage that is priced in one bill, in bytes. */
export const MOST_BILL_BYTES = 1024 * 1024;

/** What a prompt's length is known to be, in tokens; null where the line does not say it. */
export interface PromptLength {
  /** No prompt of the line is longer than this. */
  atMost: number | null;
  /** Every prompt of the line is longer than this. */
  above: number | null;
}

/** Use of one model at one time, whoever wrote it down. */
export interface UsageLine {
  /** Its place among the lines that were sent, from 1. */
  line: number;
  model: string;
  provider: string | null;
  /** Milliseconds; `to` is the first moment after it, and equals `from` where the line is an instant. */
  from: number;
  to: number;
  /** Tokens, searches and requests. Output holds what was thought, input nothing that came from a cache. */
  quantities: Readonly<Partial<Record<UsageKind, number>>>;
  prompt: PromptLength;
  serviceTier: string;
  speed: string | null;
  geography: string | null;
  /** USD that the export itself says it cost. */
  statedUsd: number | null;
}

/** Why a line that was sent is not priced. */
export const LEFT_OUT_WORDS = {
  no_model: "No model is named",
  no_time: "No time is named, or one that cannot be read",
  no_usage: "No tokens, searches or requests are counted",
  amount_only: "It has an amount and no tokens, from which no price can be computed",
  invalid_number: "A count is not a whole number of 0 or more",
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT_WORDS;

export interface LeftOutLine {
  line: number;
  reason: LeftOutReason;
}
