import type { ClockReports } from "@/lib/config/clock";
import type { MetricValues } from "@/lib/config/metrics";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import type { Engine } from "@/lib/http/session/engine";
import type { PublicPage } from "./page-address";

/** What the main thread asks of the pages' thread. */
export interface PagesMethods {
  /** Listens on a private socket once Next is loaded. */
  listen(address: string, publicPages: readonly PublicPage[]): Promise<void>;
  heapUsed(): number;
  metrics(): Promise<MetricValues[]>;
}

/** Which data there is, and what is known of the time. */
export interface CurrentData {
  versions: Map<string, number>;
  readAt: number;
  clock: ClockReports;
}

type NamingEndpoint<Method> = Method extends (endpoint: AnyEndpoint, ...rest: infer Rest) => infer Result
  ? (endpoint: string, ...rest: Rest) => Result
  : Method;

/** The engine for another thread. An endpoint has functions, which cannot be sent, and is named instead. */
export type SentEngine = { [Name in keyof Engine]: NamingEndpoint<Engine[Name]> };

export const endpointName = ({ method, path }: Pick<AnyEndpoint, "method" | "path">): string => `${method} ${path}`;

/** What the pages' thread asks of the main thread. */
export interface PagesMainMethods extends SentEngine {
  /** Null while the database does not say which versions are current. */
  currentData(): Promise<CurrentData | null>;
}
