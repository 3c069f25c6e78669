export const CLAIM_ERRORS = {
  tx_hash_required: {
    status: 400,
    title: "The transaction's hash is missing",
    hint: "Send `tx_hash`, 0x and 64 hex digits, or the memo of your quote as `nonce`.",
  },
  nonce_required: {
    status: 400,
    title: "No proof was given",
    hint: "Send `nonce`, the memo of your quote, or `signature` of the paying wallet over GET /api/payment/claim-message.",
  },
  verification_failed: {
    status: 400,
    title: "The payment does not prove this purchase",
    hint: "`reason` says why. Nothing was claimed; where `sign` is given, a signature of the paying wallet helps.",
  },
  sender_mismatch: {
    status: 400,
    title: "Another wallet paid",
    hint: "Sign `sign.message` with the paying wallet and confirm with `signature`.",
  },
  quote_not_found_or_expired: {
    status: 400,
    title: "No such quote",
    hint: "Use the memo that POST /api/payment/buy-credits answered, or confirm with a signature of the paying wallet.",
  },
  quote_expired: {
    status: 400,
    title: "The payment came too late for its quote",
    hint: "Sign `sign.message` with the paying wallet and confirm with `signature`.",
  },
} as const;

export const PAYMENT_ERRORS = {
  invalid_tx_hash: { status: 400, title: "Not a transaction hash", hint: "Send X-Payment-Tx as 0x and 64 hex digits." },
  invalid_payment: {
    status: 400,
    title: "The payment header cannot be read",
    hint: "Send base64 of the JSON that x402 describes, one payment per request.",
  },
  tx_verification_failed: {
    status: 402,
    title: "The transaction does not pay for this call",
    hint: "`reason` says why. Nothing was claimed.",
  },
  tx_too_old: {
    status: 402,
    title: "The transaction is too old to pay without proof",
    hint: "Send X-Payment-Signature over `sign.message`, or collect its credits at POST /api/payment/confirm with a signature.",
  },
  proof_required: {
    status: 402,
    title: "A transaction hash alone is not taken here",
    hint: "Add X-Payment-Quote, the memo of a quote, or X-Payment-Signature over `sign.message`.",
  },
  insufficient_credits_from_tx: {
    status: 402,
    title: "The transaction paid too little for this call",
    hint: "It stays claimable: use it for a cheaper call, or collect its credits at POST /api/payment/confirm.",
  },
  payment_failed: {
    status: 402,
    title: "The payment was not taken",
    hint: "`reason` says why; nothing was charged. Sign a new payment for the requirements given here.",
  },
  tx_already_used: {
    status: 409,
    title: "The transaction was used before",
    hint: "One transaction pays one call. A surplus is collected by the paying wallet's signature.",
  },
  tx_belongs_to_quote: {
    status: 409,
    title: "The transaction pays a quote",
    hint: "Send X-Payment-Quote with that quote's memo, or confirm it at POST /api/payment/confirm.",
  },
  payment_already_used: { status: 409, title: "The payment was used for another request", hint: "Sign a new payment for a new request." },
  payment_in_flight: {
    status: 409,
    title: "The payment is being used",
    hint: "Do not pay again. Retry the same request with the same payment after Retry-After seconds.",
  },
  too_many_failed_payments: {
    status: 429,
    title: "Too many payments of this wallet failed",
    hint: "Nothing was charged. Fund the wallet, then retry after Retry-After seconds.",
  },
  settlement_pending: {
    status: 503,
    title: "The payment was sent and is not settled yet",
    hint: "Do not pay again. The answer is stored: retry the same request with the same payment after Retry-After seconds.",
  },
  gasless_rejected: {
    status: 400,
    title: "The signed transfer was not taken",
    hint: "`reason` says why. No money moved.",
  },
  authorization_used: {
    status: 409,
    title: "The signed transfer's nonce is used",
    hint: "It was cancelled, or paid something else before. Ask for a new quote and sign that one.",
  },
  gasless_already_submitted: {
    status: 409,
    title: "Another wallet's transfer was submitted for this quote",
    hint: "One signed transfer is sent for a quote. Ask for a quote of your own.",
  },
  too_many_gasless: {
    status: 429,
    title: "Too many purchases of this wallet without gas",
    hint: "A wallet gets three in 24 hours. Send the USDC yourself, or wait Retry-After seconds.",
  },
  gasless_unavailable: {
    status: 503,
    title: "Purchases without gas are not offered right now",
    hint: "`reason` says why. No money moved: send the USDC yourself, the quote stays as it is.",
  },
  settlement_unavailable: {
    status: 503,
    title: "Signed payments cannot be settled right now",
    hint: "`reason` says why. The payment was not sent: pay with credits or send the USDC yourself, or retry after Retry-After seconds.",
  },
  screening_unavailable: {
    status: 503,
    title: "The payer cannot be screened right now",
    hint: "The payment stays claimable. Retry after Retry-After seconds.",
  },
  rpc_unavailable: {
    status: 503,
    title: "The chain cannot be asked right now",
    hint: "Nothing was changed. Do not pay again; retry after Retry-After seconds.",
  },
  payment_disabled: { status: 503, title: "Nothing is sold here at present", hint: "GET /api/payment/info says why. Do not send funds." },
} as const;
