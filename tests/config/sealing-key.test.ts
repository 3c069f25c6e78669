import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseEnv } from "@/lib/config/env";
import { openSealedText, sealText } from "@/lib/config/sealed-text";
import { loadSealingKey, openSecret, sealSecret, SEALING_KEY_FILE } from "@/lib/config/sealing-key";
import { generateWatchSecret, openWatchSecret, sealWatchSecret } from "@/lib/watches/watch-secret";
import { openAnswer, sealAnswer } from "@/lib/receipts/sealed-answer";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watch-key-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (variables: Record<string, string> = {}): string => loadSealingKey(parseEnv({ DATA_DIR: folder, ...variables }));

test("creates a missing key in the data folder, readable by its owner only, and finds it again", () => {
  const created = load();
  expect(load()).toBe(created);
  expect(readdirSync(folder)).toEqual([SEALING_KEY_FILE]);
  expect(statSync(join(folder, SEALING_KEY_FILE)).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(join(folder, SEALING_KEY_FILE), "utf8"), "base64")).toHaveLength(32);
});

test("accepts a configured key in base64 and base64url and writes nothing", () => {
  const bytes = Buffer.alloc(32, 0xfb);
  expect(load({ WATCH_SECRET_KEY: bytes.toString("base64") })).toBe(load({ WATCH_SECRET_KEY: bytes.toString("base64url") }));
  expect(readdirSync(folder)).toEqual([]);
});

test("refuses a key file with other content, because a new key would lose every secret", () => {
  writeFileSync(join(folder, SEALING_KEY_FILE), "not a key");
  expect(() => load()).toThrow(/is no key of 32 bytes/);
});

test("opens a secret only for its purpose and with its key", () => {
  const secret = generateWatchSecret();
  const sealed = sealWatchSecret(secret);
  expect(sealed).not.toContain(secret);
  expect(sealWatchSecret(secret)).not.toBe(sealed);
  expect(openWatchSecret(sealed)).toBe(secret);
  expect(() => openSecret(sealed, "stored-answer")).toThrow(/authenticate/);
  expect(() => openWatchSecret(sealSecret(secret, "another"))).toThrow(/authenticate/);
  expect(() => openSealedText(sealText(secret, load(), "watch"), "another key", "watch")).toThrow(/authenticate/);
});

test("seals stored answers that hold a secret, and opens them byte for byte", () => {
  const body = '{"ok":true,"secret":"abc"}';
  expect(sealAnswer(body)).not.toContain("abc");
  expect([openAnswer(sealAnswer(body)), openAnswer(body)]).toEqual([body, body]);
});
