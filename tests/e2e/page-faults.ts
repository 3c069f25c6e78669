import type { Page } from "@playwright/test";
import { SERVER_URL } from "./server-files";

/** Every error that the page logs from now on, and everything that it asks of another origin. */
export function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && faults.push(`${page.url()}: ${message.text()}`)));
  page.on("pageerror", (error) => void faults.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => void (!request.url().startsWith(SERVER_URL) && faults.push(request.url())));
  return faults;
}
