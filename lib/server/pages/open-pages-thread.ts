import { database } from "@/db/database";
import { clockReports } from "@/lib/config/clock";
import { registerThread } from "@/lib/config/threads";
import { tryFreshVersions } from "@/lib/loaders/freshness/dataset-versions";
import { preparedStore } from "@/lib/loaders/freshness/prepared-answers";
import { createInnerAddress } from "../front/inner-address";
import { openThread } from "../threads/open-thread";
import { engineForPages } from "./engine-for-pages";
import type { PublicPage } from "./page-address";
import type { CurrentData, PagesMainMethods, PagesMethods } from "./protocol";

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
