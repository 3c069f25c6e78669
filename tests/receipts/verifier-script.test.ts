import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rootOf, pathOf } from "@/lib/domain/receipts/merkle-tree";
import { SIGNED_FIELDS, type Receipt } from "@/lib/domain/receipts/receipt";
import { buildReceipt } from "@/lib/receipts/build-receipt";
import { leafOf } from "@/lib/receipts/hashes";
import { logHead, signLog } from "@/lib/receipts/log-head";
import { aKey, anAnswer, malleated, sha256, someFields } from "../support/receipts/receipts";

const SCRIPT = join(import.meta.dirname, "../../public/verify-receipt.mjs");

const key = aKey();
const old = aKey("old");
const jwks = { keys: [key, old].map(({ kid, x }) => ({ kty: "OKP", crv: "Ed25519", x, kid })) };
const receipt = buildReceipt(someFields(), key);
const answer = { ...anAnswer, billing: { credits_charged: 1, credits_remaining: 49 }, receipt };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "verifier-"));
  writeFileSync(join(folder, "jwks.json"), JSON.stringify(jwks));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script as a reader would, in a folder without this project. */
function check(files: { receipt: unknown; keys?: unknown; response?: unknown; proof?: unknown }): { code: number | null; text: string } {
  const options = Object.entries(files).flatMap(([name, value]) => {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
    return name === "receipt" ? ["receipt.json"] : [`--${name}`, `${name}.json`];
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...options], { cwd: folder, encoding: "utf8" });
  return { code: status, text: stdout + stderr };
}

function proofAmong(size: number, index: number) {
  const held = Array.from({ length: size }, (_, at) => (at === index ? receipt : buildReceipt(someFields(), key)));
  const leaves = held.map((one) => Buffer.from(leafOf(one).leafHash, "hex"));
  const tagged = (bytes: Uint8Array) => `sha256:${Buffer.from(bytes).toString("hex")}`;
  const log = logHead(
    signLog(
      {
        day: "2026-05-15",
        size,
        root: tagged(rootOf(leaves, sha256)),
        previous: null,
        publishedAt: new Date("2026-05-16T00:10:00Z"),
        edition: 0,
      },
      old,
    ),
  );
  return {
    ok: true,
    id: receipt.id,
    leaf_hash: tagged(leaves[index] as Buffer),
    index,
    path: pathOf(index, leaves, sha256).map(tagged),
    log,
  };
}

describe("node verify-receipt.mjs", () => {
  test("is one file under 80 lines that imports only node's own modules", () => {
    const text = readFileSync(SCRIPT, "utf8");
    expect(text.trimEnd().split("\n").length).toBeLessThan(80);
    for (const [, module] of text.matchAll(/from "([^"]+)"/g)) expect(module).toMatch(/^node:/);
    expect(text).not.toMatch(/fetch|http:|net:/);
  });

  test("accepts a genuine receipt, alone, in its answer, and next to the answer", () => {
    expect(check({ receipt })).toEqual({ code: 0, text: "ok     signature\n" });
    expect(check({ receipt: answer })).toEqual({ code: 0, text: "ok     signature\nok     response\n" });
    expect(check({ receipt, response: anAnswer }).code).toBe(0);
    expect(check({ receipt, response: answer, proof: proofAmong(5, 3) })).toEqual({
      code: 0,
      text: "ok     signature\nok     response\nok     log root\nok     inclusion\n",
    });
  });

  test("accepts an old key's receipt while that key is published", () => {
    const early = buildReceipt(someFields(), old);
    expect(check({ receipt: early }).code).toBe(0);
    expect(check({ receipt: early, keys: { keys: jwks.keys.slice(0, 1) } })).toEqual({ code: 1, text: "FAILED signature\n" });
  });

  test.each(SIGNED_FIELDS)("refuses a receipt with a changed %s", (field) => {
    const value = receipt[field];
    const changed = { ...receipt, [field]: typeof value === "number" ? value + 1 : `${String(value)}x` };
    expect(check({ receipt: changed })).toEqual({ code: 1, text: "FAILED signature\n" });
  });

  const changes: Record<string, Partial<Record<keyof Receipt, unknown>>> = {
    "S + L for S": malleated(receipt),
    "an unknown key id": { key_id: "unknown" },
    "the key id of another key": { key_id: old.kid },
    "another algorithm": { signing_alg: "none" },
    "another form": { canonical_form: "canonical-json-v1" },
    "padding after the signature": { signature: `${receipt.signature}==` },
    "no signature": { signature: null },
  };
  test.each(Object.entries(changes))("refuses a receipt with %s", (_, change) =>
    expect(check({ receipt: { ...receipt, ...change } })).toEqual({ code: 1, text: "FAILED signature\n" }),
  );

  test("refuses a key of small order under its own thumbprint, and a key under another's thumbprint", () => {
    const identity = Buffer.alloc(32);
    identity[0] = 1;
    const x = identity.toString("base64url");
    const kid = Buffer.from(sha256(Buffer.from(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`))).toString("base64url");
    const signature = Buffer.concat([identity, Buffer.alloc(32)]).toString("base64url");
    expect(check({ receipt: { ...receipt, signature, key_id: kid }, keys: { keys: [{ kty: "OKP", crv: "Ed25519", x, kid }] } })).toEqual({
      code: 1,
      text: "FAILED signature\n",
    });
    const forged = buildReceipt(someFields(), aKey("forger"));
    expect(check({ receipt: { ...forged, key_id: key.kid }, keys: { keys: [{ ...jwks.keys[0], x: aKey("forger").x }] } })).toEqual({
      code: 1,
      text: "FAILED signature\n",
    });
  });

  test("refuses another answer, and one that differs by an out-of-range number", () => {
    expect(check({ receipt, response: { ...anAnswer, task: "math" } })).toEqual({ code: 1, text: "ok     signature\nFAILED response\n" });
    writeFileSync(join(folder, "overflow.json"), JSON.stringify(anAnswer).replace('"as_of":null', '"as_of":1e999'));
    expect(spawnSync(process.execPath, [SCRIPT, "receipt.json", "--response", "overflow.json"], { cwd: folder }).status).toBe(2);
  });

  test("refuses a proof with another root, index, size, path or day, and an unsigned root", () => {
    const proof = proofAmong(6, 4);
    const refused = (changed: object) => check({ receipt, proof: changed });
    expect(refused(proof).code).toBe(0);
    const nodes = proof.path.map((node, at) => proof.path.with(at, `sha256:${"0".repeat(64)}`));
    for (const change of [
      { index: 3 },
      { index: 6 },
      { index: -1 },
      { path: proof.path.slice(1) },
      { path: [...proof.path, proof.leaf_hash] },
      ...nodes.map((path) => ({ path })),
    ]) {
      expect(refused({ ...proof, ...change })).toEqual({ code: 1, text: "ok     signature\nok     log root\nFAILED inclusion\n" });
    }
    for (const change of [
      { size: 7 },
      { root: proof.leaf_hash },
      { previous: proof.leaf_hash },
      { date: "2026-05-14" },
      { published_at: "2026-05-17T00:10:00.000Z" },
      { key_id: key.kid },
    ]) {
      expect(refused({ ...proof, log: { ...proof.log, ...change } }).text).toContain("FAILED log root");
    }
    const another = buildReceipt(someFields(), key);
    expect(check({ receipt: another, proof })).toMatchObject({ code: 1, text: expect.stringContaining("FAILED inclusion") });
  });

  test("exits with code 2 for an invalid file", () => {
    expect(check({ receipt: {} }).code).toBe(1);
    expect(check({ receipt: { ...receipt, endpoint: undefined } })).toMatchObject({ code: 2, text: expect.stringContaining("missing") });
    expect(() => execFileSync(process.execPath, [SCRIPT], { cwd: folder, stdio: "pipe" })).toThrow(/usage/);
    expect(spawnSync(process.execPath, [SCRIPT, "none.json"], { cwd: folder }).status).toBe(2);
  });
});
