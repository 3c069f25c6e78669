import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import pg from "pg";
import setUp from "../support/global-setup";
import { runScript, startServer, type TestServer } from "../support/server/server";
import { createAuthority } from "../support/stores/test-authority";
import { startInbox, type WebhookInbox } from "../support/watches/webhook-receiver";
import { DATABASE_URL_FILE } from "./server-files";

/** A server of its own that may call this machine, a receiver over TLS that it trusts, and its jobs. */
export interface WatchWorld {
  server: TestServer;
  inbox: WebhookInbox;
  /** Where the receiver is called. */
  hook: string;
  run(job: "evaluate-watches" | "deliver-webhooks"): Promise<void>;
  query<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export async function openWatchWorld(): Promise<WatchWorld> {
  const removeRun = await setUp();
  const folder = mkdtempSync(join(tmpdir(), "watch-world-"));
  const authority = await createAuthority();
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, authority.ca);
  const databaseUrl = readFileSync(DATABASE_URL_FILE, "utf8");
  const variables = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, "data"),
    NODE_EXTRA_CA_CERTS: ca,
    WATCH_ALLOW_PRIVATE: "true",
    TRUSTED_PROXY: "127.0.0.0/8",
  };
  const inbox = await startInbox(await authority.issue(["127.0.0.1"]));
  const server = await startServer(variables);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    server,
    inbox,
    hook: inbox.urlFor("127.0.0.1"),
    run: async (job) => void (await runScript("lib/server/cli/jobs-cli.ts", variables, ["run", job])),
    query: async <Row extends object>(statement: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(statement, [...values])).rows,
    async close() {
      await client.end();
      await inbox.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      await removeRun();
    },
  };
}

export async function signIn(page: Page, baseUrl: string, token: string): Promise<void> {
  await page.goto(`${baseUrl}/account`);
  await page.getByLabel("Access token").fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Sign out" }).first().waitFor();
}

/** What the API says of the token, asked beside the browser. */
export async function balanceOf(baseUrl: string, token: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/payment/balance`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { balance: number }).balance;
}

export const preview = (page: Page) => page.getByRole("button", { name: /^Preview/ }).click();
export const createButton = (page: Page) => page.getByRole("button", { name: "Create watch, 1 credit" });

/** From what stands in the form's place once a watch was created to its page. */
export async function openWatch(page: Page): Promise<string> {
  await page.getByRole("link", { name: "Open the watch and test its receiver" }).click();
  await page.waitForURL(/\/account\/watches\/wat_/);
  return page.url();
}
