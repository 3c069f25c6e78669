import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";

export interface Elsewhere {
  /** Opens a page of the other site with this in its body. */
  open(page: Page, shown: string): Promise<void>;
  close(): void;
}

/** Another site on this machine: its port alone makes it another origin. */
export async function startElsewhere(): Promise<Elsewhere> {
  let body = "";
  const server: Server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>Elsewhere</title>${body}`);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    async open(page, shown) {
      body = shown;
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    },
    close: () => void server.close(),
  };
}
