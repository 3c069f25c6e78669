import { spawn } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv } from "@/lib/config/env";
import { KEY_FILE, loadReceiptKey } from "@/lib/receipts/receipt-key";
import { signingKey } from "@/lib/config/signing-key";

/** RFC 8032, 7.1, test 1; the thumbprint is that of RFC 8037, A.3. */
const SEED_HEX = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const PUBLIC_X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
const THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k";
const seed = Buffer.from(SEED_HEX, "hex");

const root = join(import.meta.dirname, "../..");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "receipt-key-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (variables: Record<string, string> = {}) => loadReceiptKey(parseEnv({ DATA_DIR: folder, ...variables }));

describe("a configured signing key", () => {
  const pem = signingKey(seed.toString("base64"))?.export({ type: "pkcs8", format: "pem" }).toString() ?? "";
  const spellings = {
    base64url: seed.toString("base64url"),
    base64: seed.toString("base64"),
    PEM: pem,
    "PEM on one line": pem.trim().replaceAll("\n", String.raw`\n`),
  };

  test.each(Object.entries(spellings))("is read from %s", (_, text) => {
    expect(load({ RECEIPT_SIGNING_KEY: text })).toMatchObject({ x: PUBLIC_X, kid: THUMBPRINT, isShared: true });
    expect(readdirSync(folder)).toEqual([]);
  });

  test("stops the start, without printing it, when it is not an Ed25519 key", () => {
    const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const open = createPublicKey(pem).export({ type: "spki", format: "pem" }).toString();
    for (const text of [rsa, ec, open, SEED_HEX, seed.subarray(1).toString("base64"), `${seed.toString("base64url")}A`, "not a key"]) {
      expect(() => load({ RECEIPT_SIGNING_KEY: text })).toThrow(/^RECEIPT_SIGNING_KEY: is not valid/);
      expect(() => load({ RECEIPT_SIGNING_KEY: text })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(text.split("\n")[1] ?? text) }),
      );
    }
  });
});

describe("without a configured key", () => {
  test("generates a key once, readable by its owner only, and finds it again", () => {
    const first = load();
    expect(load()).toMatchObject({ kid: first.kid, x: first.x });
    expect(readdirSync(folder)).toEqual([KEY_FILE]);
    expect(statSync(join(folder, KEY_FILE)).mode & 0o777).toBe(0o600);
    expect(signingKey(readFileSync(join(folder, KEY_FILE), "utf8"))).not.toBeNull();
  });

  test("marks the folder's key as not shared on Postgres", () => {
    expect(load().isShared).toBe(true);
    expect(load({ DATABASE_URL: "postgres://u:p@h/n" }).isShared).toBe(false);
  });

  test("ten concurrent starts agree on one key", async () => {
    const script = `import { loadReceiptKey } from "@/lib/receipts/receipt-key"; import { parseEnv } from "@/lib/config/env"; process.stdout.write(loadReceiptKey(parseEnv(process.env)).kid);`;
    const starts = Array.from(
      { length: 10 },
      () =>
        new Promise<string>((resolve, reject) => {
          const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
            cwd: root,
            env: { ...process.env, RECEIPT_SIGNING_KEY: "", DATA_DIR: folder },
            stdio: ["ignore", "pipe", "inherit"],
          });
          let text = "";
          child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
          child.on("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`exit ${code}`))));
        }),
    );
    const kids = await Promise.all(starts);
    expect(new Set(kids)).toEqual(new Set([load().kid]));
    expect(readdirSync(folder)).toEqual([KEY_FILE]);
  });

  test("stops the start for an invalid key file, and neither uses nor replaces it", () => {
    for (const text of ["", "half a k", Buffer.alloc(31).toString("base64url")]) {
      writeFileSync(join(folder, KEY_FILE), text);
      expect(() => load()).toThrow(/is no Ed25519 key\. Put it back from a backup/);
      expect(readFileSync(join(folder, KEY_FILE), "utf8")).toBe(text);
    }
  });

  test("stops the start when the folder is not writable", () => {
    chmodSync(folder, 0o500);
    const isRoot = process.getuid?.() === 0;
    if (!isRoot) expect(() => load()).toThrow(/EACCES/);
    chmodSync(folder, 0o700);
    writeFileSync(join(folder, "file"), "");
    expect(() => loadReceiptKey({ RECEIPT_SIGNING_KEY: undefined, DATABASE_URL: undefined, DATA_DIR: join(folder, "file") })).toThrow(
      /ENOTDIR|EEXIST/,
    );
  });
});
