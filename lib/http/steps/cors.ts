/** Any origin may call, paid calls included: credentials are headers, never cookies. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers":
    "Date, ETag, Retry-After, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id, X-Receipt-Id, X-Payment-Token, X-Payment-Token-Balance, X-Payment-Token-Note, X-Payment-State, X-Payment-Address, X-Payment-Currency, X-Payment-Network, X-Payment-Credits-Required, X-Payment-Min-USD, PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Idempotency-Replayed, X-Sample-Data, X-Ignored-Parameters",
};

export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  ...CORS_HEADERS,
  "X-Content-Type-Options": "nosniff",
  "Access-Control-Allow-Methods": "GET, POST, DELETE, OPTIONS",
  "Access-Control-Allow-Headers":
    "Authorization, Content-Type, If-None-Match, Last-Event-ID, Idempotency-Key, X-Payment-Tx, X-Payment-Quote, X-Payment-Signature, X-PAYMENT, PAYMENT-SIGNATURE, X-Agent-Nonce, Access-Control-Expose-Headers",
  "Access-Control-Max-Age": "86400",
};
