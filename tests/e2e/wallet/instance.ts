import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import setUp from "../../support/global-setup";
import { chainAt } from "../../support/money/chain";
import { startServer } from "../../support/server/server";
import { CHAIN_URL_FILE, DATABASE_URL_FILE, serverPort } from "../server-files";

interface Instance {
  url: string;
  stop(): Promise<unknown>;
}

async function start(configured: Readonly<Record<string, string>>): Promise<Instance> {
  const removeRun = process.env.TEST_RUN_FOLDER === undefined ? await setUp() : null;
  const { NEXT_PUBLIC_PAYMENT_ADDRESS: _, ...selling } = chainAt(readFileSync(CHAIN_URL_FILE, "utf8")).environment();
  const folder = mkdtempSync(join(tmpdir(), "e2e-instance-"));
  const server = await startServer({
    ...selling,
    DATABASE_URL: readFileSync(DATABASE_URL_FILE, "utf8"),
    DATA_DIR: folder,
    TRUSTED_PROXY: "vercel",
    PUBLIC_BASE_URL: `http://127.0.0.1:${serverPort()}`,
    ...configured,
  });
  return {
    url: server.baseUrl,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      await removeRun?.();
    },
  };
}

const started = new Map<string, Promise<Instance>>();

/** Another process of the service on the same data, configured otherwise. Each configuration is started once. */
export async function startInstance(configured: Readonly<Record<string, string>>): Promise<string> {
  const key = JSON.stringify(configured);
  const running = started.get(key) ?? start(configured);
  started.set(key, running);
  return (await running).url;
}

export async function stopInstances(): Promise<void> {
  for (const instance of started.values()) await (await instance).stop();
  started.clear();
}

/** Lets that instance answer what the page asks of the API, as after a new start of the service. */
export async function answerFrom(page: Page, url: string): Promise<void> {
  await page.route("**/api/payment/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: url + pathname + search }) });
  });
}
