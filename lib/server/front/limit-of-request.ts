import type { IncomingMessage } from "node:http";
import { addressPattern } from "@/lib/domain/basics/address-pattern";
import { isPremiumPath } from "@/lib/domain/money/premium-path";
import { ADDRESS_HEADER, addressKey } from "@/lib/http/limits/address-keys";
import type { LimitName } from "@/lib/http/limits/limits";
import { pathOf } from "@/lib/http/target";
import { bringsPayment } from "@/lib/money/call/credential";

/** The declared paths that the front has to tell apart. */
export interface Served {
  /** Paths outside /api that endpoints are declared for, and the limit that each counts against. */
  documents: ReadonlyMap<string, LimitName>;
  /** What supervisors ask for. It waits in no queue and counts against a limit of its own. */
  probes: ReadonlySet<string>;
  /** In bytes; a longer body is refused before it is read to its end. */
  longestBody: number;
}

export type LimitOfRequest = (request: IncomingMessage) => LimitName;

/** Finds the limit of a declared path outside /api; undefined for any other path. */
export function limitOfDocument(documents: Served["documents"]): (path: string) => LimitName | undefined {
  const patterns = [...documents].flatMap(([path, limit]) => (path.includes("[") ? [{ pattern: addressPattern(path), limit }] : []));
  return (path) => documents.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.limit;
}

/** The limit that a request counts against, as the declaration of its endpoint says. */
export function limitOfRequest({ documents, probes }: Pick<Served, "documents" | "probes">): LimitOfRequest {
  const ofDocument = limitOfDocument(documents);
  return ({ url = "/", headers }) => {
    if (isPremiumPath(url)) return bringsPayment((name) => headers[name]) ? "payments" : "free";
    const path = pathOf(url);
    return probes.has(path) ? "probes" : (ofDocument(path) ?? "free");
  };
}

export const countedAddress = ({ headers }: IncomingMessage): string => addressKey(String(headers[ADDRESS_HEADER] ?? "unknown"));
