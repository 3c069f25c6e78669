import { test as base } from "@playwright/test";
import { datasets } from "@/lib/datasets";
import { refreshDemo } from "./breakage";
import { SERVER_URL } from "./server-files";

export { expect } from "@playwright/test";

let lastAddress = 0;

/** States are trusted for two cadences: the demo is refreshed after one, so that a test has the other. */
const YOUNG_MS = datasets.provider_status.cadenceSeconds * 1000;
let refreshedAt = 0;

/** No job runs on this server: a slow run would see states become unknown and answers stale. */
async function keepDemoYoung(): Promise<void> {
  if (Date.now() - refreshedAt < YOUNG_MS) return;
  await refreshDemo();
  refreshedAt = Date.now();
}

interface Always {
  young: void;
}

/**
 * Playwright's test on young data of the worker's own server. Each has an address of its own, so that
 * they do not share the limits on calls and on pages.
 */
export const test = base.extend<Always>({
  young: [
    async ({ browserName: _ }, use) => {
      await keepDemoYoung();
      await use();
    },
    { auto: true },
  ],
  baseURL: async ({ browserName: _ }, use) => use(SERVER_URL),
  extraHTTPHeaders: async ({ baseURL: _ }, use, { workerIndex }) => {
    lastAddress += 1;
    await use({ "X-Forwarded-For": `10.${workerIndex & 255}.${lastAddress >> 8}.${lastAddress & 255}` });
  },
});
