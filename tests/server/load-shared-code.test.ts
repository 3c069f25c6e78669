import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSharedCode } from "@/lib/server/pages/load-shared-code";

const folder = mkdtempSync(join(tmpdir(), "shared-code-"));
const socket = join(folder, "next.sock");
let asked: string[] = [];
const pages = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.end("page");
});

beforeEach(() => {
  asked = [];
  return new Promise<void>((resolve) => pages.listen(socket, resolve));
});
afterEach(async () => {
  await new Promise((resolve) => pages.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

test("the first page is asked for once, after those who waited for the start", async () => {
  loadSharedCode(socket);
  await delay(200);
  expect(asked).toEqual([]);
  await expect.poll(() => asked, { timeout: 10_000 }).toEqual(["GET /"]);
});
