/**
 * How a receiver checks where a delivery comes from, to paste into its code. The header is the signature over the raw
 * body; the whole receivers in public/receivers check the time of sending too.
 */
const NODE = `import { createHmac, timingSafeEqual } from "node:crypto";

// body: the raw bytes as they arrived, before JSON.parse.
export function isFromService(headers, body, secret) {
  const expected = "sha256=" + createHmac("sha256", secret).update(body).digest("hex");
  const given = headers["x-service-signature"] ?? "";
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
`;

const PYTHON = `import hashlib, hmac

# body: the raw bytes as they arrived, before json.loads.
def is_from_service(headers, body, secret):
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(headers.get("X-Service-Signature", "").encode(), expected.encode())
`;

const GO = `package receiver

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// body: the raw bytes as they arrived, before json.Unmarshal.
func IsFromService(headers http.Header, body []byte, secret string) bool {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(body)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(headers.Get("X-Service-Signature")), []byte(expected))
}
`;

export const RECEIVER_CODE = [
  { label: "Node", language: "javascript", text: NODE, whole: "/receivers/receiver.mjs" },
  { label: "Python", language: "python", text: PYTHON, whole: "/receivers/receiver.py" },
  { label: "Go", language: "go", text: GO, whole: "/receivers/receiver.go" },
] as const;
