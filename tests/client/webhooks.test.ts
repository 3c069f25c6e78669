import { describe, expect, test } from "vitest";
import { verifyWebhook, type WebhookTrust } from "@/lib/client";
import { webhookHeaders } from "@/lib/watches/delivery/webhook-headers";
import { generateWatchSecret } from "@/lib/watches/watch-secret";
import { aKey } from "../support/receipts/receipts";
import { testSigner, webhookTo } from "../support/watches/webhook-options";

const SECRET = "a-shared-secret-of-some-length";
const keys = [{ kid: testSigner.kid, x: testSigner.x }];

/** A delivery as the service sends it. */
function delivery(changes: Parameters<typeof webhookTo>[1] = {}) {
  const { url: _, ...request } = webhookTo("https://receiver.example.com", changes);
  return { headers: webhookHeaders(request, testSigner, "Test/1.0"), body: request.body };
}

const refused = (given: Parameters<typeof verifyWebhook>[0], trust: WebhookTrust) =>
  verifyWebhook(given, trust).then(
    () => "accepted",
    (error: { code: string }) => error.code,
  );

describe("a delivery", () => {
  const generated = generateWatchSecret();
  test.each([
    ["by a secret of the receiver's own", { secret: SECRET }, { secret: SECRET }],
    ["by a generated secret", { secret: generated, isSecretEncoded: true }, { secret: generated }],
    ["by a secret whose text signed before its bytes did", { secret: generated, isSecretEncoded: false }, { secret: generated }],
    ["by the service's key, where the watch has no secret", { secret: null }, { keys }],
    ["by the service's key, where it has one", { secret: SECRET }, { keys }],
  ] as [string, Parameters<typeof webhookTo>[1], WebhookTrust][])("is known %s", async (_, changes, trust) => {
    const { headers, body } = delivery(changes);
    const expected = JSON.parse(body) as object;
    expect(await verifyWebhook({ headers, body }, trust)).toEqual(expected);
    expect(await verifyWebhook({ headers: new Headers(headers), body: Buffer.from(body) }, trust)).toEqual(expected);
    const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    expect(await verifyWebhook({ headers: lowered, body }, trust)).toEqual(expected);
  });

  test.each([
    ["secret", { secret: SECRET }],
    ["key", { keys }],
  ] as [string, WebhookTrust][])("is refused after any change, checked by the %s", async (_, trust) => {
    const { headers, body } = delivery({ secret: SECRET });
    expect(await refused({ headers, body: `${body} ` }, trust)).toBe("invalid_webhook");
    for (const name of ["webhook-id", "webhook-timestamp"]) {
      expect(await refused({ headers: { ...headers, [name]: `${headers[name] ?? ""}0` }, body }, trust), name).toBe("invalid_webhook");
    }
    for (const signature of ["", "v1", "v1, v1a,", "v1,!!! v1a,!!!", "v2,AAAA", "v1,AAAA v1a,AAAA", "v1a,v1,v1a"]) {
      const changed = { ...headers, "webhook-signature": signature };
      expect(await refused({ headers: changed, body }, trust), signature).toBe("invalid_webhook");
    }
    expect(await refused({ headers: {}, body }, trust)).toBe("invalid_webhook");
  });

  test("is refused by another secret and by another's key", async () => {
    const given = delivery({ secret: SECRET });
    expect(await refused(given, { secret: `${SECRET}x` })).toBe("invalid_webhook");
    const stranger = aKey("stranger");
    expect(await refused(given, { keys: [{ kid: testSigner.kid, x: stranger.x }] })).toBe("invalid_webhook");
    expect(await refused(given, { keys: [] })).toBe("invalid_webhook");
    const unsigned = delivery({ secret: null });
    expect(await refused(unsigned, { secret: SECRET }), "the service's key does not stand in for a secret").toBe("invalid_webhook");
  });

  test("of long ago, or of a time to come, is refused, though its signature is sound", async () => {
    for (const seconds of [-301, 301]) {
      const given = delivery({ secret: SECRET, timestamp: new Date(Date.now() + seconds * 1000 + Math.sign(seconds) * 1000) });
      expect(await refused(given, { secret: SECRET })).toBe("stale_webhook");
      expect(await refused(given, { secret: SECRET, toleranceSeconds: 400 })).toBe("accepted");
    }
  });

  test("is not checked without anything to check it by", async () => {
    await expect(verifyWebhook(delivery(), {})).rejects.toThrow("Give `secret`");
  });
});
