import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findToken, forgetToken, storeToken, tokenFile } from "@/lib/client/cli/token/stored-tokens";
import type { Host } from "@/lib/client/cli/output/terminal";

const TOKEN = `aed_live_${"0".repeat(64)}`;
const SITE = "https://data.example.org";

let folder: string;
let host: Host;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "aed-config-"));
  host = { ...process, env: { XDG_CONFIG_HOME: folder }, platform: process.platform } as unknown as Host;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a token is kept for its address alone, in a file that only its owner reads", async () => {
  await storeToken(host, `${SITE}/path`, TOKEN);
  expect(await findToken(host, SITE)).toBe(TOKEN);
  expect(await findToken(host, "https://other.example.org")).toBeNull();
  expect(await findToken(host, "http://data.example.org")).toBeNull();
  expect(statSync(tokenFile(host)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "aed")).mode & 0o777).toBe(0o700);
});

test("AED_TOKEN is taken before what is stored", async () => {
  await storeToken(host, SITE, TOKEN);
  host.env.AED_TOKEN = "from-the-environment";
  expect(await findToken(host, SITE)).toBe("from-the-environment");
});

test("a file that others may read is refused", async () => {
  await storeToken(host, SITE, TOKEN);
  chmodSync(tokenFile(host), 0o644);
  await expect(findToken(host, SITE)).rejects.toMatchObject({ code: "file_not_private", exit: "refused" });
});

test("storing a second token makes the file private again and keeps the first", async () => {
  await storeToken(host, SITE, TOKEN);
  await storeToken(host, "https://b.example.org", "second-token");
  expect(Object.keys(JSON.parse(readFileSync(tokenFile(host), "utf8")).tokens)).toEqual([SITE, "https://b.example.org"]);
});

test("what is forgotten is gone, and the file with the last one", async () => {
  await storeToken(host, SITE, TOKEN);
  expect(await forgetToken(host, SITE)).toBe(true);
  expect(existsSync(tokenFile(host))).toBe(false);
  expect(await forgetToken(host, SITE)).toBe(false);
});

test("a text that is no token is refused before it is sent", async () => {
  host.env.AED_TOKEN = "two words";
  await expect(findToken(host, SITE)).rejects.toMatchObject({ exit: "usage" });
});
