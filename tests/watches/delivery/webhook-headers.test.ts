import { createHmac, createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";
import { webhookHeaders } from "@/lib/watches/delivery/webhook-headers";
import { generateWatchSecret } from "@/lib/watches/watch-secret";
import { createAuthority } from "../../support/stores/test-authority";
import { loopbackOptions, testSigner, webhookTo } from "../../support/watches/webhook-options";
import { startInbox, type Received, type WebhookInbox } from "../../support/watches/webhook-receiver";

const SECRET = "a-shared-secret-of-some-length";
let inbox: WebhookInbox;
let options: WebhookOptions;

beforeAll(async () => {
  const authority = await createAuthority();
  inbox = await startInbox(await authority.issue(["receiver.example.com"]));
  options = loopbackOptions(authority.ca);
});
afterAll(() => inbox.close());

async function delivered(secret: string | null, isSecretEncoded = false): Promise<Received & { flat: Record<string, string> }> {
  await sendWebhook(webhookTo(inbox.urlFor("receiver.example.com"), { secret, isSecretEncoded }), options);
  const received = inbox.received.at(-1) as Received;
  return { ...received, flat: Object.fromEntries(Object.entries(received.headers).map(([name, value]) => [name, String(value)])) };
}

const own = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: testSigner.x }, format: "jwk" });

function hasOwnSignature({ flat, body }: { flat: Record<string, string>; body: string }): boolean {
  const signature = /(?:^| )v1a,(\S+)/.exec(flat["webhook-signature"] ?? "")?.[1] ?? "";
  return verify(null, Buffer.from(`${flat["webhook-id"]}.${flat["webhook-timestamp"]}.${body}`), own, Buffer.from(signature, "base64"));
}

describe("with a secret, a delivery", () => {
  test("verifies with the standardwebhooks package, and not after any change", async () => {
    const { flat, body } = await delivered(SECRET);
    const webhook = new Webhook(Buffer.from(SECRET), { format: "raw" });
    expect(webhook.verify(body, flat)).toEqual(JSON.parse(body));
    expect(() => webhook.verify(`${body} `, flat)).toThrow("No matching signature found");
    expect(() => webhook.verify(body, { ...flat, "webhook-id": "dlv_other" })).toThrow("No matching signature found");
    expect(() => webhook.verify(body, { ...flat, "webhook-timestamp": String(Number(flat["webhook-timestamp"]) - 1) })).toThrow(
      "No matching signature found",
    );
    expect(() => new Webhook(Buffer.from(`${SECRET}x`), { format: "raw" }).verify(body, flat)).toThrow("No matching signature found");
  });

  test.each([
    ["a generated secret", generateWatchSecret()],
    ["a secret of the caller's own in the same spelling", `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`],
  ])("verifies as the library documents it with %s, and with the text for X-Service-Signature", async (_, secret) => {
    const { flat, body } = await delivered(secret, true);
    expect(new Webhook(secret).verify(body, flat)).toEqual(JSON.parse(body));
    expect(() => new Webhook(generateWatchSecret()).verify(body, flat)).toThrow("No matching signature found");
    expect(flat["x-service-signature"]).toBe(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
  });

  test("keeps the keying of a watch that had such a secret before its bytes were decoded", async () => {
    const secret = generateWatchSecret();
    const { flat, body } = await delivered(secret, false);
    expect(new Webhook(Buffer.from(secret), { format: "raw" }).verify(body, flat)).toEqual(JSON.parse(body));
  });

  test("verifies with a plain HMAC over the raw body", async () => {
    const { flat, body } = await delivered(SECRET);
    expect(flat["x-service-signature"]).toBe(`sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`);
  });

  test("verifies with the service's Ed25519 key too", async () => expect(hasOwnSignature(await delivered(SECRET))).toBe(true));
});

describe("without a secret, a delivery", () => {
  test("has no X-Service-Signature and no v1 signature, but a v1a signature of the key in its headers", async () => {
    const received = await delivered(null);
    expect(received.flat).not.toHaveProperty("x-service-signature");
    expect(received.flat["webhook-signature"]).toMatch(/^v1a,[A-Za-z0-9+/]{86}==$/);
    expect(received.flat["x-service-key-id"]).toBe(testSigner.kid);
    expect(hasOwnSignature(received)).toBe(true);
    expect(hasOwnSignature({ ...received, body: `${received.body} ` })).toBe(false);
  });
});

test("both signature schemes carry the same id and timestamp, with a documented signed text", () => {
  const timestamp = new Date("2026-05-15T07:01:02.900Z");
  const headers = webhookHeaders(
    webhookTo("", { body: "{}", deliveryId: "dlv_1", watchId: "wat_1", event: "watch.ping", secret: "k", timestamp }),
    testSigner,
    "A-Webhook/1.0 (+https://a.example)",
  );
  expect(headers).toEqual({
    "Content-Type": "application/json",
    "User-Agent": "A-Webhook/1.0 (+https://a.example)",
    "X-Service-Event": "watch.ping",
    "X-Service-Watch-Id": "wat_1",
    "X-Service-Delivery": "dlv_1",
    "X-Service-Timestamp": "1778828462",
    "X-Service-Key-Id": testSigner.kid,
    "X-Service-Signature": `sha256=${createHmac("sha256", "k").update("{}").digest("hex")}`,
    "webhook-id": "dlv_1",
    "webhook-timestamp": "1778828462",
    "webhook-signature": expect.stringContaining(`v1,${createHmac("sha256", "k").update("dlv_1.1778828462.{}").digest("base64")} v1a,`),
  });
});
