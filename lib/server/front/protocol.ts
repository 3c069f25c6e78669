import type { Answer } from "@/lib/http/answer";
import type { Allowance } from "@/lib/http/limiter";
import type { PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { FrontRequest } from "../read-request";
import type { Refusal } from "../refuse-paid";

/** Messages from the main thread to the front's thread. In each direction they arrive in the order they were sent. */
export type ToFront =
  | { kind: "listen"; port: number; innerAddress: string }
  | { kind: "answer"; key: string; answer: PreparedAnswer }
  | { kind: "target"; target: string; key: string }
  | { kind: "versions"; versions: Map<string, number>; readAt: number }
  | { kind: "versions-unread" }
  | { kind: "take"; id: number; address: string }
  | { kind: "give-back"; address: string }
  | { kind: "token"; hash: string; isKnown: boolean }
  /** Null when the main thread has no handler for it: the front forwards the request to Next. */
  | { kind: "was-read"; id: number; answer: Answer | null }
  | { kind: "heap" }
  | { kind: "stop" };

export interface CrawlerVisit {
  userAgent: string;
  path: string;
  at: Date;
}

export interface Tally {
  prepared: number;
  notModified: number;
  crawlers: CrawlerVisit[];
}

export type FromFront =
  | { kind: "loaded" }
  | { kind: "listening"; port: number }
  | { kind: "not-listening"; message: string; code: string | null }
  | { kind: "versions-wanted" }
  /** With a refusal, the main thread writes the refusing answer. */
  | { kind: "read"; id: number; request: FrontRequest; refusal: Refusal | null }
  /** Null when the limiter's store is down: the call is neither counted nor refused. */
  | { kind: "taken"; id: number; allowance: Allowance | null }
  | { kind: "tally"; tally: Tally }
  | { kind: "heap"; heapUsed: number }
  | { kind: "stopped" };
