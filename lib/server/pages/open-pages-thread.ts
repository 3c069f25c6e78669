import { database } from "@/db/database";
import { clockReports } from "@/lib/config/clock";
import { registerThread } from "@/lib/config/threads";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { createInnerAddress } from "../front/inner-address";
import { openThread } from "../threads/open-thread";
import type { PublicPage } from "./page-address";
import { type CurrentData, type PagesMainMethods, type PagesMethods, endpointName, type SentEngine } from "./protocol";
import { catalog } from "@/lib/docs/catalog";
import { answerHere } from "@/lib/http/session/call";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { workOnAccountHere } from "@/lib/http/session/account-work";
import { callAsHere } from "@/lib/http/session/call-in-session";
import { answerToTokenHere } from "@/lib/http/session/read-in-session";
import { countFreeCall } from "@/lib/http/limits/count-request";

/** Sending a view would send the whole buffer that it is a part of. */
const whole = (bytes: Uint8Array): Uint8Array => (bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes));

/** The engine for the pages' thread. That thread names an endpoint, and this thread's own copy of it runs. */
function engineForPages(): SentEngine {
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

export interface PagesThread {
  /** Listens for pages on a private socket once Next is loaded, and resolves to its address. */
  listen(publicPages: readonly PublicPage[]): Promise<string>;
  heapUsed(): Promise<number>;
  /** Ends the thread at once: the front has waited for the pages that somebody asked for. */
  stop(): Promise<void>;
}

async function currentData(): Promise<CurrentData | null> {
  const isKnown = await tryFreshVersions(await database());
  const { versions, versionsReadAt } = preparedStore();
  return isKnown ? { versions, readAt: versionsReadAt, clock: clockReports() } : null;
}

/**
 * Starts the thread that renders pages, from the build in the working directory. Rendering a page takes as long as dozens
 * of calls of the API, which would wait for it here.
 */
export function openPagesThread(onDeath: (error: Error) => void): PagesThread {
  const own: PagesMainMethods = { ...engineForPages(), currentData };
  const pages = openThread<PagesMethods>({ name: "pages", own, onDeath });
  registerThread("pages", { metrics: () => pages.call("metrics") });
  const address = createInnerAddress();

  async function finish(): Promise<void> {
    registerThread("pages", null);
    address.remove();
  }

  return {
    async listen(publicPages) {
      await pages.call("listen", address.path, publicPages);
      return address.path;
    },
    heapUsed: () => pages.call("heapUsed"),
    stop: () => pages.end(finish),
  };
}
