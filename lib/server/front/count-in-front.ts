import type { IncomingMessage } from "node:http";
import { addressPattern } from "@/lib/domain/basics/address-pattern";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/limits/address-keys";
import type { Limiter, LimitName } from "@/lib/http/limits/limits";
import { pathOf } from "@/lib/http/target";
import { bringsPayment } from "@/lib/money/call/credential";
import type { Served } from "./protocol";
import type { RefuseByLimit } from "./refuse-by-limit";

export type LimitOfRequest = (request: IncomingMessage) => LimitName;
export type Limiters = Readonly<Record<LimitName, Limiter>>;

export interface CountingInFront {
  limiters: Limiters;
  limitOf: LimitOfRequest;
  refuseByLimit: RefuseByLimit;
}

/** Finds the limit of a path outside /api that an endpoint is declared for; undefined for any other path. */
export function limitOfDocument(documents: Served["documents"]): (path: string) => LimitName | undefined {
  const patterns = [...documents].flatMap(([path, limit]) => (path.includes("[") ? [{ pattern: addressPattern(path), limit }] : []));
  return (path) => documents.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.limit;
}

/** The limit that a request counts against, as the main thread finds it by the declaration of its endpoint. */
export function limitOfRequest({ documents, probes }: Pick<Served, "documents" | "probes">): LimitOfRequest {
  const ofDocument = limitOfDocument(documents);
  return ({ url = "/", headers }) => {
    if (isPremiumPath(url)) return bringsPayment((name) => headers[name]) ? "payments" : "free";
    const path = pathOf(url);
    return probes.has(path) ? "probes" : (ofDocument(path) ?? "free");
  };
}

export const countedAddress = ({ headers }: IncomingMessage): string => addressKey(String(headers[ADDRESS_HEADER] ?? "unknown"));
