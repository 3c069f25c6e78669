import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Browser } from "playwright";
import { endWithUsage } from "@/lib/config/usage.mjs";
import { exampleAddresses } from "@/lib/pages";
import { createDemoServer } from "@/lib/server/demo/demo-server";
import { prepare } from "@/lib/server/start/prepare.mjs";
import { shootAccountStates } from "./account-states";
import { shootWalletStates } from "./wallet-states";
import { findBrowser } from "../support/server/browser";

endWithUsage(
  [
    "Usage: npm run screenshots -- [--base URL] [--only PATH]   photograph every page of a running server into .cache/screenshots: at 1440, 1024 and 390 px, light and dark, with and without JavaScript; of the server of the browser tests also the states of a purchase and of an account",
    "                           -- --readme                     the picture of the README, of a demo that it makes, serves and ends",
  ].join("\n"),
);

const FOLDER = join(import.meta.dirname, "../../.cache/screenshots");
const HEIGHT = 900;
/** Lower, so that the picture has less than 200 KB. */
const README_HEIGHT = 690;
const WIDTHS = [1440, 1024, 390] as const;
const THEMES = ["light", "dark"] as const;
/** Beyond this a list looks the same all the way down. */
const MAX_HEIGHT = 6000;

const { values } = parseArgs({
  options: {
    base: { type: "string", default: `http://localhost:${process.env.PORT ?? 3000}` },
    only: { type: "string", multiple: true, default: [] },
    readme: { type: "boolean", default: false },
  },
});

const nameOf = (address: string): string => (address === "/" ? "today" : address.slice(1).replace(/[^\w.-]+/g, "-"));

async function shoot(browser: Browser, address: string, theme: (typeof THEMES)[number], hasScript: boolean): Promise<void> {
  const context = await browser.newContext({
    colorScheme: theme,
    javaScriptEnabled: hasScript,
    viewport: { width: WIDTHS[0], height: HEIGHT },
  });
  try {
    const page = await context.newPage();
    const response = await page.goto(values.base + address, { waitUntil: "load" });
    if (!response?.ok()) process.stdout.write(`${address} answered ${response?.status() ?? "nothing"}\n`);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      const whole = await page.locator("body").boundingBox();
      const path = join(FOLDER, `${nameOf(address)}-${width}-${theme}-${hasScript ? "js" : "nojs"}.png`);
      const clip = { x: 0, y: 0, width, height: Math.min(MAX_HEIGHT, Math.max(HEIGHT, whole?.height ?? 0)) };
      await page.screenshot({ path, clip, fullPage: true });
    }
  } finally {
    await context.close();
  }
}

const root = join(import.meta.dirname, "../..");
const PORT_BEFORE = 4500;
const LOOK_MS = 1000;

/** Gives the address of a demo whose days end now, and takes it away afterwards. */
async function withDemo(work: (base: string) => Promise<void>): Promise<void> {
  await prepare(root);
  const folder = mkdtempSync(join(tmpdir(), "picture-"));
  Object.assign(process.env, { DATA_DIR: join(folder, "data") });
  const demo = createDemoServer(root);
  try {
    await demo.start(PORT_BEFORE);
    for (;;) {
      const state = await demo.state();
      if (state.kind === "ready") return await work(`http://localhost:${state.port}`);
      if (state.kind === "failed") throw new Error(state.says);
      await delay(LOOK_MS);
    }
  } finally {
    await demo.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a reader of the README sees of the page Today, before he scrolls. */
async function shootForReadme(browser: Browser, base: string): Promise<void> {
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: WIDTHS[0], height: README_HEIGHT } });
  const page = await context.newPage();
  await page.goto(base, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(root, "public/screenshot.png") });
  await context.close();
}

async function shootAll(browser: Browser): Promise<void> {
  const chosen = values.only.length > 0 ? values.only : exampleAddresses;
  if (values.only.length === 0) rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  for (const address of chosen) {
    for (const theme of THEMES) for (const hasScript of [true, false]) await shoot(browser, address, theme, hasScript);
    process.stdout.write(`${address}\n`);
  }
  if (chosen.includes("/buy") && (await shootWalletStates(browser, values.base, FOLDER))) process.stdout.write("/buy in every state\n");
  if (chosen.includes("/account") && (await shootAccountStates(browser, values.base, FOLDER))) {
    process.stdout.write("/account in every state\n");
  }
  process.stdout.write(`${chosen.length * THEMES.length * 2 * WIDTHS.length} images are in .cache/screenshots.\n`);
}

async function requireServer(): Promise<void> {
  await fetch(values.base).catch(() => {
    process.stderr.write(`No server answers at ${values.base}. Start one with \`npm start\`, or name it with --base.\n`);
    process.exit(1);
  });
}

if (!values.readme) await requireServer();
const browser = await chromium.launch(await findBrowser());
try {
  if (!values.readme) await shootAll(browser);
  else await withDemo((base) => shootForReadme(browser, base));
} finally {
  await browser.close();
}
if (values.readme) process.stdout.write("The picture is public/screenshot.png.\n");
