"""Receives webhooks of this service. Needs Python 3.9 or later and this file; listens on plain HTTP, so put it behind your TLS proxy.

    WEBHOOK_SECRET=... PORT=8080 python3 receiver.py
"""
import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE_SECONDS = 300
MOST_BYTES = 65_536
# Kept here for as long as the process lives; keep yours where all your instances look.
seen = set()


def is_equal(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def has_body_signature(headers, body: bytes, secret: str) -> bool:
    """The short way: an HMAC over the raw body alone. The time of sending is not covered by it; `fired_at` in the body is."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return is_equal(headers.get("X-Service-Signature", ""), f"sha256={digest}")


def standard_key(secret: str) -> bytes:
    """A secret that begins with whsec_ stands for the bytes that follow in base64; any other is taken as it is."""
    return base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()


def has_standard_signature(headers, body: bytes, secret: str) -> bool:
    """Standard Webhooks: over id, time and raw body. `v1` is made with your secret."""
    sent = headers.get("webhook-timestamp", "")
    if not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        return False
    if abs(time.time() - int(sent)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id', '')}.{sent}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(standard_key(secret), signed, hashlib.sha256).digest()).decode()
    return any([is_equal(entry, expected) for entry in headers.get("webhook-signature", "").split(" ")])


class Receiver(BaseHTTPRequestHandler):
    timeout = 15

    def do_POST(self):
        self.send_response(self.receive())
        self.send_header("Content-Length", "0")
        self.end_headers()

    def receive(self) -> int:
        length = self.headers.get("Content-Length", "")
        if not length.isdigit():
            return 411
        if int(length) > MOST_BYTES:
            return 413
        body = self.rfile.read(int(length))
        secret = os.environ["WEBHOOK_SECRET"]
        if not (has_standard_signature(self.headers, body, secret) and has_body_signature(self.headers, body, secret)):
            return 401
        event = json.loads(body)
        # Sent again by your own redelivery: already done.
        if event["delivery_id"] in seen:
            return 200
        seen.add(event["delivery_id"])
        # Answer first and work later: the service waits ten seconds in all.
        print(event["event"], event["watch_id"], event["delivery_id"], flush=True)
        return 204

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    if not os.environ.get("WEBHOOK_SECRET"):
        sys.exit("set WEBHOOK_SECRET")
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver)
    print("listening on", server.server_address[1], flush=True)
    server.serve_forever()
