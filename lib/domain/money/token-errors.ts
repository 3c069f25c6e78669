/** How signing in to an account and changing its tokens can fail. */
export const TOKEN_ERRORS = {
  sign_in_refused: { status: 401, title: "The wallet is not signed in", hint: "Ask for a new text and sign it within ten minutes." },
  session_required: { status: 401, title: "Nobody is signed in", hint: "Sign in with a token or a wallet." },
  foreign_origin: {
    status: 403,
    title: "The request comes from another site",
    hint: "Forms of an account are answered only when they were sent from this site.",
  },
  no_account_of_wallet: {
    status: 404,
    title: "This wallet was not the first to pay into any account",
    hint: "Sign in with a token of the account, or with the wallet that paid first. Nothing was created.",
  },
  token_suspended: {
    status: 403,
    title: "The token is suspended",
    hint: "Wait until `suspended_until`, or end the token for good: POST /api/payment/revoke with `confirm: true`.",
  },
  token_in_grace: {
    status: 403,
    title: "The token was replaced",
    hint: "Until its grace ends it may spend, but not create, replace or end tokens: use the token that replaced it.",
  },
  token_not_found: {
    status: 404,
    title: "No such token, or this token may not end it",
    hint: "A token ends itself and the tokens that it or its descendants created: `may_end` in GET /api/payment/tokens.",
  },
  token_in_use: {
    status: 409,
    title: "This is not the account's current token",
    hint: "List the tokens again: this one has ended, or the account has one that is in use.",
  },
  token_already_shown: {
    status: 409,
    title: "The token of this request was shown before",
    hint: "A token is shown once and never stored. `id` is the token that this request made. If it was lost, end it and create another with a new Idempotency-Key.",
  },
  confirmation_required: {
    status: 409,
    title: "Ending this token would lock credits away",
    hint: "To end it nevertheless, send `confirm: true`. To keep the credits, wait until the suspension is over and replace the token at POST /api/payment/tokens/rotate.",
  },
  per_account_token_cap_reached: {
    status: 409,
    title: "The account has the most tokens that it may have",
    hint: "End one of them first: DELETE /api/payment/tokens/{id}.",
  },
  token_daily_limit_reached: {
    status: 429,
    title: "Too many tokens created today",
    hint: "The count returns to zero at midnight UTC. Replacing a token does not count.",
  },
} as const;
