import type { Answer } from "@/lib/http/answer";
import type { Allowance } from "@/lib/http/limiter";
import type { PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { FrontRequest } from "../read-request";
import type { Refusal } from "../refuse-paid";

/** What the main thread asks of the front's thread. */
export interface FrontMethods {
  listen(port: number, innerAddress: string): Promise<number>;
  keepAnswer(key: string, answer: PreparedAnswer): void;
  keepTarget(target: string, key: string): void;
  keepVersions(versions: Map<string, number>, readAt: number): void;
  keepToken(hash: string, isKnown: boolean): void;
  /** Rejects when the limiter's store is down: the call is neither counted nor refused. */
  take(address: string): Promise<Allowance>;
  giveBack(address: string): void;
  heapUsed(): number;
  /** Resolves once running answers are finished. */
  stop(): Promise<void>;
}

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

/** What the front's thread asks of the main thread. */
export interface MainMethods {
  /** The versions themselves arrive before this resolves, by `keepVersions`. */
  readVersions(): Promise<void>;
  /** With a refusal, the main thread writes the refusing answer. Null when it has no handler: the front forwards the request to Next. */
  read(request: FrontRequest, refusal: Refusal | null): Promise<Answer | null>;
  onTally(tally: Tally): void;
}
