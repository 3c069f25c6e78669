import { catalog } from "@/lib/docs/catalog";
import { callHere } from "@/lib/http/call";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { registerEngine } from "@/lib/http/engine";
import { callForVisitorHere, callInSessionHere } from "@/lib/http/session/call-in-session";
import { readInSessionHere } from "@/lib/http/session/read-in-session";
import { countFreeCall } from "@/lib/http/steps/limit";

const nameOf = ({ method, path }: Pick<AnyEndpoint, "method" | "path">): string => `${method} ${path}`;

/** Has this process's pages answered from the server's own data: they name an endpoint, and the server's copy of it runs. */
export function startEngine(): void {
  const own = new Map(catalog().map((endpoint) => [nameOf(endpoint), endpoint]));
  const ownOf = (endpoint: AnyEndpoint): AnyEndpoint => own.get(nameOf(endpoint)) ?? endpoint;
  registerEngine({
    call: (endpoint, ...rest) => callHere(ownOf(endpoint), ...rest),
    readInSession: (session, endpoint, ...rest) => readInSessionHere(session, ownOf(endpoint), ...rest),
    callInSession: (visit, endpoint, request) => callInSessionHere(visit, ownOf(endpoint), request),
    callForVisitor: (visit, endpoint, request) => callForVisitorHere(visit, ownOf(endpoint), request),
    countFreeCall,
  });
}
