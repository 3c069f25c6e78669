import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { Json } from "./json-schema";

const text = (description: string): Json => ({ type: "string", description });

/** RFC 9457 members, ours, and those of paid endpoints. It is open, since an error may carry more. */
export const problemSchema = ({ properties }: Json): Json => ({
  type: "object",
  description: "Every error answer. Members beyond these depend on the code.",
  properties: {
    ok: { type: "boolean", const: false },
    error: { ...text("What went wrong, for programs."), enum: Object.keys(ERRORS) },
    message: text("What went wrong, for people."),
    hint: text("What to do about it."),
    type: text("Documentation of the code."),
    title: text("The code in words."),
    status: { type: "integer", description: "The HTTP status." },
    detail: text("The same as `message`."),
    instance: text("The path that was asked for."),
    request_id: text("Quote it when you report a fault."),
    ...(properties as Json),
  },
  required: ["ok", "error", "message", "hint", "type", "title", "status", "detail", "instance", "request_id"],
});

const header = (description: string, schema: Json): Json => ({ description, schema });

export const OPENAPI_HEADERS: Record<string, Json> = {
  "RateLimit-Policy": header("The limit that applies, as the IETF draft writes it.", { type: "string" }),
  RateLimit: header("What is left of it.", { type: "string" }),
  "RateLimit-Limit": header("Calls per window.", { type: "integer" }),
  "RateLimit-Remaining": header("Calls left in this window.", { type: "integer" }),
  "RateLimit-Reset": header("Seconds until the window ends.", { type: "integer" }),
  ETag: header("Send it back as If-None-Match to be told when nothing changed.", { type: "string" }),
  "Last-Modified": header("When the oldest data of this answer was read at its source.", { type: "string" }),
  "Cache-Control": header("How long a copy may be cached.", { type: "string" }),
  "Retry-After": header("Seconds to wait.", { type: "integer" }),
  Allow: header("Methods that this path takes.", { type: "string" }),
  "X-Receipt-Id": header("The id of the signed receipt in the body.", { type: "string" }),
  "X-Payment-Token-Balance": header("Credits that the account can spend after this call.", { type: "integer" }),
  "X-Payment-Token": header("For a call paid by X-Payment-Tx with a proof: the token of what was paid above the price. Given once.", {
    type: "string",
  }),
  "X-Payment-State": header("`unspent`: nothing was charged, and the same payment pays a later call.", { type: "string" }),
  "PAYMENT-REQUIRED": header("What x402 clients of version 2 pay, base64 of JSON.", { type: "string" }),
  "PAYMENT-RESPONSE": header("What became of an x402 payment of version 2, base64 of JSON.", { type: "string" }),
  "X-PAYMENT-RESPONSE": header("The same for version 1.", { type: "string" }),
  "WWW-Authenticate": header("The demand again, and that a bearer is taken.", { type: "string" }),
  "X-Ignored-Parameters": header("Names in the request that the call does not know, and that made no difference.", { type: "string" }),
  "X-Request-Id": header("The same as `request_id`.", { type: "string" }),
};

/** The only scheme: clients that are told of several send a bearer by all of them. Other ways to pay are headers of an operation. */
export const SECURITY_SCHEMES: Record<string, Json> = {
  bearerAuth: { type: "http", scheme: "bearer", description: "An access token. Free endpoints need none." },
};

const inHeader = (name: string, description: string): Json => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

/** What pays for a call in place of a bearer, and what makes a call safe to repeat. */
export const PAYMENT_PARAMETERS: Record<string, Json> = {
  PaymentTx: inHeader("X-Payment-Tx", "In place of a bearer: the hash of a USDC transfer that pays for this one call."),
  PaymentQuote: inHeader("X-Payment-Quote", "With X-Payment-Tx: the memo of the quote that the transfer paid."),
  PaymentProof: inHeader("X-Payment-Signature", "With X-Payment-Tx: the paying wallet's signature of the text in the 402."),
  X402Payment: inHeader("PAYMENT-SIGNATURE", "In place of a bearer: an x402 payment of version 2, signed for what the 402 demands."),
  X402PaymentV1: inHeader("X-PAYMENT", "In place of a bearer: an x402 payment of version 1."),
  IdempotencyKey: inHeader(
    "Idempotency-Key",
    "A value of your own: a repeat with the same one is answered with the same answer and charged once.",
  ),
};

const ref = (name: string): Json => ({ $ref: `#/components/headers/${name}` });

interface SharedProblem {
  name: string;
  codes: readonly ErrorCode[];
  response: Json;
}

function shared(name: string, codes: readonly ErrorCode[], headerNames: readonly string[]): SharedProblem {
  return {
    name,
    codes,
    response: {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}. ${ERRORS[code].hint}`).join(" "),
      headers: Object.fromEntries([...headerNames, "X-Request-Id"].map((header) => [header, ref(header)])),
      content: {
        "application/problem+json": {
          schema: { $ref: `#/components/schemas/${name}Problem` },
        },
      },
    },
  };
}

export const SHARED_PROBLEMS: Record<number, SharedProblem> = {
  304: {
    name: "NotModified",
    codes: [],
    response: { description: "The copy named by If-None-Match is current.", headers: { ETag: ref("ETag") } },
  },
  405: shared("MethodNotAllowed", ["method_not_allowed"], ["Allow"]),
  429: shared("RateLimited", ["rate_limit_exceeded"], ["Retry-After"]),
  500: shared("InternalError", ["internal_error", "schema_validation_failure"], []),
  503: shared("Unavailable", ["unavailable"], ["Retry-After"]),
  504: shared("DeadlineExceeded", ["deadline_exceeded"], []),
};
