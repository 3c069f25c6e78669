import { existsSync } from "node:fs";

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

export interface Browser {
  executablePath: string;
  args: string[];
}

const PLAIN_ARGS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
];

/** Flags for serverless functions that open one page. With a single process the browser ends with its first page. */
const ONE_PROCESS = ["--single-process", "--no-zygote"];
/**
 * Flags that switch off what a reader's browser enforces. Without its security it also leaves `Origin`
 * out of requests.
 */
const INSECURE = ["--disable-web-security", "--allow-running-insecure-content", "--disable-site-isolation-trials"];
/** Flags that draw by an emulated graphics card. That takes a third more of the processor than drawing without one. */
const EMULATED = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--in-process-gpu"];
const NOT_TAKEN = new Set([...ONE_PROCESS, ...INSECURE, ...EMULATED]);

/** The machine's Chromium, otherwise the one from npm; fails with instructions when there is none. */
export async function findBrowser(): Promise<Browser> {
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args: PLAIN_ARGS };
  try {
    process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
    const { default: chromium } = await import("@sparticuz/chromium");
    const args = chromium.args.filter((arg) => !NOT_TAKEN.has(arg));
    return { executablePath: await chromium.executablePath(), args: [...new Set([...args, ...PLAIN_ARGS])] };
  } catch (error) {
    throw new Error("No Chromium was found. Install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium).", {
      cause: error,
    });
  }
}
