import type { Freshness } from "./format";

/** What a block of a page shows: when its data was captured, and how often that happens. */
export interface BlockStamp {
  verb: "Checked" | "Read" | "Captured" | "Grouped";
  capturedAt: string | null;
  /** Null for data that changes only with a release. */
  cadenceSeconds: number | null;
  /** How fresh the data was when the page was made, for readers without JavaScript. */
  freshness?: Freshness;
}

/** The endpoint refused as it declares it may: there is nothing to show, and the message says why. */
export interface BlockRefusal {
  kind: "refused";
  code: string;
  status: number;
  message: string;
  details: Record<string, unknown>;
}

export interface BlockFailure {
  kind: "failed";
  status: number;
  message: string;
  requestId: string;
  /** Null where the answer names no time to wait. */
  retryAfterSeconds: number | null;
}

interface AnsweredBlock<Answer> {
  kind: "answer";
  answer: Answer;
  /** Null for data without an age. */
  stamp: BlockStamp | null;
}

export type BlockOutcome<Answer> = AnsweredBlock<Answer> | BlockRefusal | BlockFailure;
