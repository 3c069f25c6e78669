import type { MetricValues } from "@/lib/config/metrics";
import type { SentAnswer } from "@/lib/http/answer";
import type { Allowance, LimitName } from "@/lib/http/limits/limits";
import type { PreparedAnswer } from "@/lib/loaders/freshness/prepared-answers";
import type { SentRequest } from "../api/api-request";
import type { Refusal } from "../api/refuse-early";

export interface Served {
  /** The declared paths that the main thread answers besides those under /api, and the limit that each counts against. */
  documents: ReadonlyMap<string, LimitName>;
  /** What supervisors ask for. It waits in no queue and counts against a limit of its own. */
  probes: ReadonlySet<string>;
  /** The declared paths of API and pages, by which requests are counted. */
  routes: readonly string[];
  /** In bytes; a longer body is refused before it is read to its end. */
  longestBody: number;
}

/** What the main thread asks of the front's thread. */
export interface FrontMethods {
  listen(port: number, innerAddress: string, served: Served): Promise<number>;
  keepAnswer(key: string, answer: PreparedAnswer): void;
  keepTarget(target: string, key: string): void;
  keepVersions(versions: Map<string, number>, readAt: number): void;
  keepToken(hash: string, isKnown: boolean): void;
  /** Rejects when the limiter's store is down: the call is neither counted nor refused. */
  take(limit: LimitName, address: string): Promise<Allowance>;
  giveBack(limit: LimitName, address: string): void;
  heapUsed(): number;
  /** What the thread has counted. */
  metrics(): Promise<MetricValues[]>;
  ping(): void;
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
  /** Refused by the limit of their address. */
  limited: number;
  crawlers: CrawlerVisit[];
}

/** What the front's thread asks of the main thread. */
export interface MainMethods {
  /** The versions themselves arrive before this resolves, by `keepVersions`. */
  readVersions(): Promise<void>;
  /** With a refusal, the answer refuses by it. */
  answer(request: SentRequest, refusal: Refusal | null): Promise<SentAnswer>;
  onTally(tally: Tally): void;
}
