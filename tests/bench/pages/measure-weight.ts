import { request } from "node:http";
import type { Page } from "playwright";

export interface Weight {
  raw: number;
  gzip: number;
  nodes: number;
  scripts: number;
}

function bytesOf(address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(address, { headers: { "accept-encoding": encoding } }, (answer) => {
      let bytes = 0;
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`));
      answer.on("data", (chunk: Buffer) => (bytes += chunk.byteLength));
      answer.on("end", () => resolve(bytes));
    })
      .on("error", reject)
      .end();
  });
}

/** Loads a page once, unthrottled: its document, its elements, and the scripts that it loads by itself. */
export async function measureWeight(page: Page, address: string): Promise<Weight> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => void (type === "Script" && scripts.add(requestId)));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: "networkidle" });
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await session.detach();
  return { raw: await bytesOf(address, "identity"), gzip: await bytesOf(address, "gzip"), nodes, scripts: scriptBytes };
}
