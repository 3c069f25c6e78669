import { FIRE_CAP, SECRET_LENGTH } from "./watch-limits";

export const WATCH_ERRORS = {
  invalid_spec: { status: 400, title: "The `spec` of the watch is not valid", hint: "`reason` says what is wrong with `spec`." },
  callback_url_required: { status: 400, title: "The callback URL is missing", hint: "Give `callback_url`, an https URL of yours." },
  invalid_callback_url: {
    status: 400,
    title: "The callback URL is not accepted",
    hint: "`reason` says why. Only public https addresses on ports 443 and 8443 are called.",
  },
  callback_url_unresolvable: {
    status: 400,
    title: "The callback's host has no address",
    hint: "Check the name. Where `retryable` is true, its name servers gave no answer this time. Nothing was charged.",
  },
  fire_cap_invalid: {
    status: 400,
    title: "`fire_cap` is not valid",
    hint: `Use an integer from ${FIRE_CAP.min} to ${FIRE_CAP.max}, or leave it out for ${FIRE_CAP.default}.`,
  },
  invalid_secret: {
    status: 400,
    title: "`secret` is not valid",
    hint: `Use "generate" for a new one, or a text of your own of at most ${SECRET_LENGTH.max} characters. With fewer than ${SECRET_LENGTH.short} it could be guessed. After \`whsec_\` it must be base64.`,
  },
  per_token_watch_cap_reached: {
    status: 409,
    title: "The account has the most active watches that it may have",
    hint: "Delete one of them first.",
  },
  watch_daily_limit_reached: {
    status: 429,
    title: "Too many requested deliveries of one watch today",
    hint: "The count returns to zero at midnight UTC.",
  },
  watch_not_found: { status: 404, title: "No such watch", hint: "GET /api/premium/watches lists the watches of your account." },
  watch_not_active: { status: 409, title: "The watch has ended", hint: "Only active watches deliver. Register a new one." },
} as const;
