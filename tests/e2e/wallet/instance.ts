import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { chainAt } from "../../support/money/chain";
import { freePort } from "../../support/stores/postgres";
import { DATABASE_URL_FILE } from "../breakage";
import { CHAIN_URL_FILE } from "./chain-url";

const STARTING_MS = 60_000;
const LOOK_MS = 100;

/** Without the check of the build, which the server beside it has made. */
const PROGRAM = 'await (await import("./lib/server/start/programs.mjs")).importProgram(process.cwd() + "/lib/server/main.ts")';

async function start(configured: Record<string, string>): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { NEXT_PUBLIC_PAYMENT_ADDRESS: _, ...selling } = chainAt(readFileSync(CHAIN_URL_FILE, "utf8")).environment();
  const environment = {
    ...process.env,
    ...selling,
    DATABASE_URL: readFileSync(DATABASE_URL_FILE, "utf8"),
    DATA_DIR: mkdtempSync(join(tmpdir(), "e2e-instance-")),
    SCHEDULER: "off",
    LOG_LEVEL: "silent",
    NODE_ENV: "production" as const,
    TRUSTED_PROXY: "vercel",
    ...configured,
    PORT: new URL(url).port,
  };
  const running: ChildProcess = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM], { env: environment, stdio: "ignore" });
  process.once("exit", () => running.kill("SIGKILL"));
  for (const giveUpAt = Date.now() + STARTING_MS; Date.now() < giveUpAt; await delay(LOOK_MS)) {
    if ((await fetch(`${url}/api/payment/info`).catch(() => null))?.ok) return url;
    if (running.exitCode !== null) break;
  }
  throw new Error(`an instance with ${JSON.stringify(configured)} did not start`);
}

const started = new Map<string, Promise<string>>();

/** Another process of the service on the same data, configured otherwise; each configuration is started once. */
export function startInstance(configured: Record<string, string>): Promise<string> {
  const key = JSON.stringify(configured);
  const running = started.get(key) ?? start(configured);
  started.set(key, running);
  return running;
}

/** From now on that instance answers what the page asks of the API, as after a new start of the service. */
export async function answerFrom(page: Page, url: string): Promise<void> {
  await page.route("**/api/payment/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: url + pathname + search }) });
  });
}
