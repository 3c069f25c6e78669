// Checks a receipt offline. Needs Node 20 or later, this file, and the keys of the service, saved once from /.well-known/jwks.json.
//   node verify-receipt.mjs receipt.json [--keys jwks.json] [--response answer.json] [--proof proof.json]
// receipt.json: a receipt, or a whole paid answer. proof.json: from /api/receipt/log/{date}/proof?id={receipt id}.
// Exit code: 0 everything that was asked holds, 1 something does not, 2 a file is not what it should be.
import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

const SIGNED = "v id endpoint method token_short credits_charged credits_remaining request_hash response_hash captured_at server_time no_charge_reason freshness_sla_seconds agent_nonce body_sha256".split(" ");
const SIGNED_OF_LOG = "v date size root previous published_at".split(" ");
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const PRIME = 2n ** 255n - 19n;
// Keys under which a signature may hold for any message: the y of the points of small order.
const SMALL = [0n, 1n, PRIME - 1n, 2707385501144840649318225287225658788936804267575313519463743609750303402022n, 55188659117513257062467267217118295137698188065244968500265048394206261417927n];

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const tagged = (bytes) => `sha256:${bytes.toString("hex")}`;
const littleEndian = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);
const without = (object, ...names) => Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

// RFC 8785: members in order, no space. A number beyond the range is refused: two readers would differ about it.
function canonical(value) {
  if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) throw new Error("a member is missing or beyond the range of numbers");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}
const pick = (object, names) => canonical(Object.fromEntries(names.map((name) => [name, Object.hasOwn(object, name) ? object[name] : undefined])));

function isSigned({ key_id: kid, signature }, text, keys) {
  const { x } = keys.find((key) => key.kid === kid) ?? {};
  const [bytes, point] = [signature, x].map((encoded) => Buffer.from(String(encoded), "base64url"));
  if (x === undefined || bytes.toString("base64url") !== signature || point.toString("base64url") !== x || bytes.length !== 64 || point.length !== 32) return false;
  const y = littleEndian(point) % 2n ** 255n;
  if (littleEndian(bytes.subarray(32)) >= ORDER || y >= PRIME || SMALL.includes(y)) return false;
  if (kid !== sha256(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).toString("base64url")) return false;
  return verify(null, Buffer.from(text), createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" }), bytes);
}

// RFC 9162, 2.1.3.2: from the leaf along the path to the root.
function rootOf(leaf, { index, path, log }) {
  let [node, position, last] = [leaf, BigInt(index), BigInt(log.size) - 1n];
  if (position < 0n || position > last) return null;
  for (const beside of path.map((text) => Buffer.from(text.slice(7), "hex"))) {
    if (last === 0n) return null;
    const isRight = position % 2n === 1n || position === last;
    node = isRight ? sha256("\x01", beside, node) : sha256("\x01", node, beside);
    for (; isRight && position % 2n === 0n && position !== 0n; last /= 2n) position /= 2n;
    [position, last] = [position / 2n, last / 2n];
  }
  return last === 0n ? tagged(node) : null;
}

const read = (file) => JSON.parse(readFileSync(file, "utf8"));

function check() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: "string", default: "jwks.json" }, response: { type: "string" }, proof: { type: "string" } } });
  if (positionals.length !== 1) throw new Error("usage: node verify-receipt.mjs receipt.json [--keys jwks.json] [--response answer.json] [--proof proof.json]");
  const [given, { keys }] = [read(positionals[0]), read(values.keys)];
  const [receipt, response] = [given.receipt ?? given, values.response ? read(values.response) : given.receipt && given];
  const isKnown = receipt.v === 1 && receipt.signing_alg === "Ed25519" && receipt.canonical_form === "jcs-rfc8785";
  const results = [["signature", isKnown && isSigned(receipt, pick(receipt, SIGNED), keys)]];
  if (response) results.push(["response", receipt.response_hash === tagged(sha256(canonical(without(response, "billing", "receipt", "receipt_status"))))]);
  if (!values.proof) return results;
  const proof = read(values.proof);
  const leaf = sha256("\x00", pick(receipt, [...SIGNED, "key_id", "signature"]));
  const isOfDay = receipt.server_time.startsWith(proof.log.date);
  return [...results, ["log root", isSigned(proof.log, pick(proof.log, SIGNED_OF_LOG), keys)], ["inclusion", isOfDay && rootOf(leaf, proof) === proof.log.root]];
}

try {
  const results = check();
  for (const [name, isGood] of results) console.log(`${isGood ? "ok    " : "FAILED"} ${name}`);
  process.exitCode = results.every(([, isGood]) => isGood) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
