// Receives webhooks of this service. Needs Node 20 or later and this file; listens on plain HTTP, so put it behind your TLS proxy.
//   WEBHOOK_SECRET=… PORT=8080 node receiver.mjs
//   WEBHOOK_KEYS=jwks.json PORT=8080 node receiver.mjs     for a watch without a secret: the keys of /.well-known/jwks.json, saved once
import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const TOLERANCE_SECONDS = 300;
const MOST_BYTES = 65_536;

const secret = process.env.WEBHOOK_SECRET;
const keys = process.env.WEBHOOK_KEYS ? JSON.parse(readFileSync(process.env.WEBHOOK_KEYS, "utf8")).keys : [];
// Kept here for as long as the process lives; keep yours where all your instances look.
const seen = new Set();

function isEqual(given, expected) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// The short way: an HMAC over the raw body alone. The time of sending is not covered by it; `fired_at` in the body is.
export function hasBodySignature(headers, body, key) {
  return isEqual(headers["x-service-signature"] ?? "", `sha256=${createHmac("sha256", key).update(body).digest("hex")}`);
}

// A secret that begins with whsec_ stands for the bytes that follow in base64; any other is taken as it is.
function standardKey(secret) {
  return secret.startsWith("whsec_") ? Buffer.from(secret.slice(6), "base64") : secret;
}

// Standard Webhooks: over id, time and raw body. `v1` is made with your secret, `v1a` with the service's Ed25519 key.
export function hasStandardSignature(headers, body, { secret, keys, now = Date.now() }) {
  const id = headers["webhook-id"] ?? "";
  const time = headers["webhook-timestamp"] ?? "";
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return false;
  const signed = Buffer.concat([Buffer.from(`${id}.${time}.`), body]);
  return (headers["webhook-signature"] ?? "").split(" ").some((entry) => {
    const [version, signature = ""] = entry.split(",");
    if (secret) return version === "v1" && isEqual(signature, createHmac("sha256", standardKey(secret)).update(signed).digest("base64"));
    return version === "v1a" && keys.some((jwk) => verify(null, signed, createPublicKey({ key: jwk, format: "jwk" }), Buffer.from(signature, "base64")));
  });
}

async function readRaw(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request) {
  if (request.method !== "POST") return 405;
  const body = await readRaw(request);
  if (body === null) return 413;
  const isSigned = hasStandardSignature(request.headers, body, { secret, keys }) && (!secret || hasBodySignature(request.headers, body, secret));
  if (!isSigned) return 401;
  const event = JSON.parse(body.toString("utf8"));
  // Sent again by your own redelivery: already done.
  if (seen.has(event.delivery_id)) return 200;
  seen.add(event.delivery_id);
  // Answer first and work later: the service waits ten seconds in all.
  process.stdout.write(`${event.event} ${event.watch_id} ${event.delivery_id}\n`);
  return 204;
}

const isProgram = process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href;
if (isProgram) {
  if (!secret && keys.length === 0) throw new Error("set WEBHOOK_SECRET or WEBHOOK_KEYS");
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(Number(process.env.PORT ?? 8080), "127.0.0.1", () => process.stdout.write(`listening on ${server.address().port}\n`));
}
