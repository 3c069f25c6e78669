import { encodedKey } from "@/lib/domain/watches/signing-secret";
import type { operations } from "./api-types";
import { TOLERANCE_SECONDS } from "./defaults";
import { WebhookError, type LocalCode } from "./errors";
import { isSigned, type PublicKey } from "./receipts";

type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : never;

/** What a delivery says. Its `event` tells the kinds apart. */
export type WebhookEvent = BodyOf<"receiveWatchFire"> | BodyOf<"receiveWatchPing">;

export interface Delivery {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it arrived, before it is parsed: these bytes are signed. */
  body: string | Uint8Array;
}

export interface WebhookTrust {
  /** The watch's secret. Without one a delivery is checked by the service's keys. */
  secret?: string | undefined;
  /** Keys of /.well-known/jwks.json. */
  keys?: readonly PublicKey[] | undefined;
  /** How far the time of sending may be from now. */
  toleranceSeconds?: number | undefined;
}

const encoder = new TextEncoder();

const fault = (code: LocalCode, message: string): WebhookError =>
  new WebhookError({ code, message, hint: "Answer with 400 and do nothing: the service has not sent this." });

function headerOf({ headers }: Delivery, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return typeof value === "string" ? value : (value?.join(",") ?? "");
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A watch of before Standard Webhooks signs with the text of its secret, whatever it looks like. */
function macKeysOf(secret: string): Uint8Array<ArrayBuffer>[] {
  const encoded = encodedKey(secret);
  const decoded = encoded === null ? null : bytesOf(encoded);
  return [...(decoded === null ? [] : [decoded]), encoder.encode(secret)];
}

async function isByKey(key: Uint8Array<ArrayBuffer>, signature: string, text: string): Promise<boolean> {
  const mac = bytesOf(signature);
  if (mac === null) return false;
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
  return crypto.subtle.verify("HMAC", imported, mac, encoder.encode(text));
}

const toBase64url = (base64: string): string => base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

async function anyOf(checks: readonly Promise<boolean>[]): Promise<boolean> {
  return (await Promise.all(checks)).includes(true);
}

function isTrusted(signatures: string, text: string, { secret, keys = [] }: WebhookTrust): Promise<boolean> {
  const given = signatures.split(" ").map((signature) => signature.split(",", 2) as [string, string?]);
  const ofVersion = (version: string) => given.flatMap(([name, value]) => (name === version && value ? [value] : []));
  return secret === undefined
    ? anyOf(ofVersion("v1a").flatMap((signature) => keys.map((key) => isSigned(text, toBase64url(signature), key))))
    : anyOf(ofVersion("v1").flatMap((signature) => macKeysOf(secret).map((key) => isByKey(key, signature, text))));
}

/**
 * Resolves with what a delivery says, and rejects with a `WebhookError` where another has sent it. The same
 * delivery may come again: its header `webhook-id` tells.
 */
export async function verifyWebhook(delivery: Delivery, trust: WebhookTrust): Promise<WebhookEvent> {
  if (trust.secret === undefined && !trust.keys) throw new TypeError("Give `secret`, or `keys` for a watch without one.");
  const body = typeof delivery.body === "string" ? delivery.body : new TextDecoder().decode(delivery.body);
  const seconds = headerOf(delivery, "webhook-timestamp");
  const text = `${headerOf(delivery, "webhook-id")}.${seconds}.${body}`;
  if (!(await isTrusted(headerOf(delivery, "webhook-signature"), text, trust))) {
    throw fault("invalid_webhook", "No signature of the delivery is one of the service.");
  }
  const age = Math.abs(Date.now() / 1000 - Number(seconds));
  if (!(age <= (trust.toleranceSeconds ?? TOLERANCE_SECONDS))) throw fault("stale_webhook", "The delivery was sent long ago.");
  return JSON.parse(body) as WebhookEvent;
}
