import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

let lastAddress = 0;

/** Playwright's test, each with an address of its own, so that they do not share the limits on calls and on pages. */
export const test = base.extend({
  extraHTTPHeaders: async ({ baseURL: _ }, use, { workerIndex }) => {
    lastAddress += 1;
    await use({ "X-Forwarded-For": `10.${workerIndex & 255}.${lastAddress >> 8}.${lastAddress & 255}` });
  },
});
