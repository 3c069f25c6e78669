/** How changing the tokens of an account can fail. */
export const TOKEN_ERRORS = {
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
    title: "No such token that this one may end",
    hint: "A token ends itself and the tokens that it or its descendants created: `may_end` in GET /api/payment/tokens.",
  },
  token_in_use: {
    status: 409,
    title: "The account's token is another one",
    hint: "List the tokens again: this one has ended, or the account has one that is in use.",
  },
  token_already_shown: {
    status: 409,
    title: "The token of this request was shown before",
    hint: "A token is shown once and not kept. `id` names the one that this request made; if it was lost, end it and create another with a new Idempotency-Key.",
  },
  confirmation_required: {
    status: 409,
    title: "Ending this token would lock credits away",
    hint: "To end it all the same send `confirm: true`. To keep the credits, wait until the suspension is over and replace the token at POST /api/payment/tokens/rotate.",
  },
  per_account_token_cap_reached: {
    status: 409,
    title: "The account has as many tokens as it may",
    hint: "End one of them first: DELETE /api/payment/tokens/{id}.",
  },
  token_daily_limit_reached: {
    status: 429,
    title: "Too many tokens created today",
    hint: "The count returns to zero at midnight UTC. Replacing a token does not count.",
  },
} as const;
