import { catalog } from "@/lib/docs/catalog";
import { answerHere } from "@/lib/http/session/call";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { workOnAccountHere } from "@/lib/http/session/account-work";
import { callAsHere } from "@/lib/http/session/call-in-session";
import { answerToTokenHere } from "@/lib/http/session/read-in-session";
import { countFreeCall } from "@/lib/http/limits/count-request";
import { endpointName, type SentEngine } from "./protocol";

/** Sending a view would send the whole buffer that it is a part of. */
const whole = (bytes: Uint8Array): Uint8Array => (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes));

/** The engine for the pages' thread. That thread names an endpoint, and this thread's own copy of it runs. */
export function engineForPages(): SentEngine {
  const own = new Map<string, AnyEndpoint>(catalog().map((endpoint) => [endpointName(endpoint), endpoint]));
  const ownOf = (name: string): AnyEndpoint => {
    const endpoint = own.get(name);
    if (!endpoint) throw new Error(`a page asked for ${name}, which is not declared`);
    return endpoint;
  };
  return {
    answer: async (name, ...rest) => whole(await answerHere(ownOf(name), ...rest)),
    answerToToken: async (name, ...rest) => whole(await answerToTokenHere(ownOf(name), ...rest)),
    callAs: (name, ...rest) => callAsHere(ownOf(name), ...rest),
    countFreeCall,
    workOnAccount: workOnAccountHere,
  };
}
