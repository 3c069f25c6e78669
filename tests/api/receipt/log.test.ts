import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNED_FIELDS } from "@/lib/domain/receipts/receipt";
import { publishReceiptLog } from "@/jobs/publish-receipt-log";
import { jwks, receiptKeyDocument } from "@/lib/docs/receipt-keys";
import { receiptLog } from "@/lib/endpoints/receipt/log";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { isInLog } from "@/lib/receipts/proofs/check-inclusion";
import { verifyLogHead } from "@/lib/receipts/proofs/verify-receipt";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import { receiptKey } from "@/lib/receipts/receipt-key";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { aKey, sha256, someFields } from "../../support/receipts/receipts";
import { request } from "../../support/server/request";
import { insertReceipt } from "../../support/stores/stored-rows";

const receipts = Array.from({ length: 5 }, () => buildReceipt(someFields({ server_time: "2026-05-15T10:00:00.000Z" }), receiptKey()));
const [receipt] = receipts as [(typeof receipts)[number]];
const failOnFetch = () => {
  throw new Error("this job fetches nothing");
};

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  const { db } = database;
  for (const entry of receipts) await insertReceipt(db, receiptRow(entry));
  await publishReceiptLog.run({
    db,
    now: new Date("2026-05-18T00:10:00Z"),
    http: { get: failOnFetch, measure: failOnFetch },
    signal: new AbortController().signal,
    log: () => undefined,
  });
});
afterAll(() => database.close());

const proof = (date: string, id: string = receipt.id) =>
  request(receiptProof, `/api/receipt/log/${date}/proof?id=${id}`, { params: { date } });
const keysNow = async () => (await request(jwks)).body.keys;

describe("GET /api/receipt/log", () => {
  test("lists signed days, newest first", async () => {
    const { status, body } = await request(receiptLog);
    expect([status, body.count, body.days.map(({ date, size }: { date: string; size: number }) => [date, size])]).toEqual([
      200,
      3,
      [
        ["2026-05-17", 0],
        ["2026-05-16", 0],
        ["2026-05-15", 5],
      ],
    ]);
    const keys = await keysNow();
    for (const day of body.days) expect(verifyLogHead(day, keys)).toBe(true);
    expect(verifyLogHead({ ...body.days[0], size: 1 }, keys)).toBe(false);
  });

  test("pages by limit and before", async () => {
    expect((await request(receiptLog, "/api/receipt/log?limit=1&before=2026-05-17")).body).toMatchObject({
      count: 1,
      days: [{ date: "2026-05-16" }],
    });
    for (const query of ["limit=0", "limit=367", "before=2026-02-30"]) {
      expect((await request(receiptLog, `/api/receipt/log?${query}`)).body).toMatchObject({ error: "invalid_parameter" });
    }
  });
});

describe("GET /api/receipt/log/{date}/proof", () => {
  test("gives each receipt of the day its inclusion proof", async () => {
    const keys = await keysNow();
    for (const entry of receipts) {
      const { status, body } = await proof("2026-05-15", entry.id);
      expect(status).toBe(200);
      expect(body).toMatchObject({ ok: true, id: entry.id, log: { size: 5, date: "2026-05-15" } });
      expect(isInLog(entry, body, { keys, sha256 })).toBe(true);
      expect(isInLog({ ...entry, credits_charged: 9 }, body, { keys, sha256 })).toBe(false);
      expect(isInLog(entry, { ...body, path: body.path.slice(1) }, { keys, sha256 })).toBe(false);
    }
  });

  test("reveals nothing of a receipt but a hash", async () => {
    const { text } = await proof("2026-05-15");
    for (const secret of [receipt.token_short, receipt.endpoint, receipt.request_hash, receipt.signature]) {
      expect(text).not.toContain(secret);
    }
  });

  test("answers 404 for an unpublished day and an unknown receipt, with different codes", async () => {
    expect((await proof("2026-05-18")).body).toMatchObject({ ok: false, error: "receipt_log_not_found", date: "2026-05-18" });
    expect((await proof("2027-01-01")).status).toBe(404);
    for (const id of ["rcpt_0000000000000000", "rcpt_ffffffffffffffff"]) {
      expect((await proof("2026-05-15", id)).body).toMatchObject({ ok: false, error: "receipt_not_found", id });
    }
    expect((await proof("2026-05-16")).body).toMatchObject({ error: "receipt_not_found" });
  });

  test("answers 400 for an invalid date or id", async () => {
    for (const date of ["2026-02-30", "yesterday", "20260515"]) expect((await proof(date)).body).toMatchObject({ error: "invalid_date" });
    for (const id of ["rcpt_1", "RCPT_3F0C9A71B2D84E65", "'"]) {
      expect((await proof("2026-05-15", encodeURIComponent(id))).body).toMatchObject({ error: "invalid_parameter", parameter: "id" });
    }
    expect((await request(receiptProof, "/api/receipt/log/2026-05-15/proof", { params: { date: "2026-05-15" } })).body).toMatchObject({
      error: "missing_required_params",
    });
  });
});

describe("the published keys", () => {
  test("exist before the first receipt, with the current one at an address of its own", async () => {
    const { kid, x } = receiptKey();
    const { status, body, headers } = await request(receiptKeyDocument);
    expect([status, headers.get("cache-control")]).toEqual([200, expect.stringMatching(/^public, max-age=300, s-maxage=60, /)]);
    expect(body).toMatchObject({
      ok: true,
      kty: "OKP",
      crv: "Ed25519",
      alg: "Ed25519",
      use: "sig",
      key_ops: ["verify"],
      ext: true,
      kid,
      x,
      retired_at: null,
    });
    await expect(crypto.subtle.importKey("jwk", body, "Ed25519", true, ["verify"])).resolves.toBeDefined();
  });

  test("include an old key, marked as retired, after a rotation", async () => {
    const next = aKey("next");
    await publishedKey(database.db, new Date("2026-06-01T00:00:00Z"), next);
    const keys = await keysNow();
    expect(keys).toHaveLength(2);
    expect(keys).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kid: next.kid, retired_at: null }),
        expect.objectContaining({ kid: receiptKey().kid, retired_at: "2026-06-01T00:00:00.000Z" }),
      ]),
    );
  });

  test("are found by libraries that call the algorithm EdDSA and by those that call it Ed25519, since none is named", async () => {
    const [key] = await keysNow();
    expect(key).not.toHaveProperty("alg");
    await expect(crypto.subtle.importKey("jwk", key, "Ed25519", true, ["verify"])).resolves.toBeDefined();
  });

  test("say in the document that every receipt names which of its fields are signed, and how", async () => {
    const { body } = await request(receiptKeyDocument, receipt.verify_doc);
    expect([body.fields_signed, body.canonical_form, body.verify_doc.endsWith(receipt.verify_doc)]).toEqual([
      [...SIGNED_FIELDS],
      receipt.canonical_form,
      true,
    ]);
  });

  test("have no envelope and no private part", async () => {
    const { body, text } = await request(jwks);
    expect(Object.keys(body)).toEqual(["keys"]);
    expect(text).not.toContain('"d"');
  });
});
