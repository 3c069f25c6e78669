import fc from "fast-check";

/** What the requests of a fuzz test are made of. */
export interface FuzzWorld {
  /** Paths of pages, documents and endpoints. */
  paths: readonly string[];
  /** Pages with forms. */
  forms: readonly string[];
  actions: readonly string[];
  origin: string;
  /** A session's cookie. */
  cookie: string;
  bearer: string;
}

export type Headers = Record<string, string>;

const HEADER_TEXT = /[^\t\x20-\x7e\x80-\xff]/g;
const TARGET_TEXT = /[^\x21-\x7e\x80-\xff]/g;

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "",
      " ",
      "%",
      "%00",
      "%ff",
      "%2e%2e",
      "../",
      "..%2f",
      "\\",
      "//",
      "__proto__",
      "constructor",
      "$@1",
      "$1:a",
      "$K1",
      "$F1",
      "$Q1",
      "null",
      "undefined",
      "NaN",
      "-1",
      "0x10",
      "1e999",
      "[]",
      "{}",
      '"',
      "'",
      "`",
      "<x>",
      "&#0;",
      "\ud800",
      "\u202e",
      "x".repeat(3000),
      "' or 1=1 --",
      "2026-02-30",
      "9999-12-31",
      "openai",
      "\u0000",
      "\r\nx: y",
      "%c0%ae",
      "%u0000",
    ),
  },
);

export const token = fc
  .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."abcdefxyz-0123456789") })
  .filter((name) => /^[a-z]/.test(name));

export const encoded = (value: string): string => encodeURIComponent(value.toWellFormed());

const segment = fc.oneof(
  text.map(encoded),
  text.map((value) => value.replace(TARGET_TEXT, "").replace(/[?#]/g, "")),
);

export const pathOf = ({ paths }: FuzzWorld): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...paths) },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...paths), segment).map(([path, more]) => `${path}/${more}`) },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...paths), segment).map(([path, last]) => path.replace(/[^/]*$/, last)) },
    { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((parts) => `/${parts.join("/")}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "/_next/image?url=%2Fapi%2Fmodels&w=64&q=75",
        "/_next/data/x/models.json",
        "/_next/static/x.js",
        "/.env",
        "/_error",
        "/_not-found",
        "/500",
        "/404",
        "/index",
        "/%5f_next/x",
      ),
    },
  );

const PARAMETERS = [
  "q",
  "limit",
  "provider",
  "model",
  "models",
  "ids",
  "from",
  "to",
  "date",
  "days",
  "since",
  "cursor",
  "format",
  "view",
  "sort",
  "page",
  "next",
  "after",
  "type",
  "_rsc",
  "category",
  "task",
  "budget",
  "id",
  "url",
];

export const query = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...PARAMETERS), token),
      fc.oneof(
        text.map(encoded),
        text.map((value) => value.replace(TARGET_TEXT, "").replaceAll("#", "")),
      ),
    ),
    { maxLength: 4 },
  )
  .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.map((pair) => pair.join("=")).join("&")}`));

export const headerText = text.map((value) => value.replace(HEADER_TEXT, "").slice(0, 4000));

const STATE_TREES = [
  '["",{},null,null]',
  "%5B%22%22%2C%7B%22children%22%3A%5B%22__PAGE__%22%2C%7B%7D%5D%7D%2Cnull%2Cnull%2Ctrue%5D",
  "%",
  "{}",
  "[[[[[[",
  "null",
];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  rsc: ["1", "0"],
  "next-router-state-tree": STATE_TREES,
  "next-router-prefetch": ["1", "2"],
  "next-router-segment-prefetch": ["/_tree", "/_index", "/models/__PAGE__"],
  "next-url": ["/models", "//", "/%ff"],
  "next-hmr-refresh": ["1"],
  "next-resume": ["1"],
  "x-action-forwarded": ["1"],
  "x-nextjs-data": ["1"],
  "x-middleware-subrequest": ["proxy:proxy:proxy:proxy:proxy", "middleware"],
  "x-middleware-prefetch": ["1"],
  "x-middleware-rewrite": ["/api/health"],
  "x-matched-path": ["/models"],
  "x-invoke-path": ["/models"],
  "x-forwarded-host": ["evil.example", "a b", ","],
  "x-forwarded-proto": ["https", "javascript"],
  "x-http-method-override": ["DELETE"],
  "content-security-policy": ["script-src 'none'", "script-src 'nonce-x'", "script-src 'nonce-<'"],
  accept: ["text/html", "application/json", "text/event-stream", "*/*;q=x"],
  "accept-language": ["de", "*"],
  "accept-encoding": ["gzip", "br", "identity;q=0", "x"],
  "if-none-match": ["*", '"x"', ","],
  "if-modified-since": ["Sat, 28 Nov 2026 00:00:00 GMT", "x"],
  "last-event-id": ["1", "-1"],
  "idempotency-key": ["x", "0123456789abcdef"],
  range: ["bytes=0-1", "bytes=9-1", "x"],
  expect: ["100-continue"],
  "user-agent": ["GPTBot", "curl/8"],
  "sec-fetch-site": ["cross-site", "same-origin"],
  "payment-signature": ["e30="],
  "x-payment": ["e30=", "!!"],
  "x-payment-tx": [`0x${"ab".repeat(32)}`, "0x"],
  "x-payment-signature": ["0x12"],
};

export const headersOf = ({ origin, bearer }: FuzzWorld): fc.Arbitrary<Headers> => {
  const known = Object.entries(NAMES).map(([name, values]) =>
    fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: headerText })),
  );
  const authorization = fc.constantFrom(`Bearer ${bearer}`, `Bearer aed_live_${"0".repeat(64)}`, "Bearer", "Basic x");
  const own = [
    fc.tuple(fc.constant("authorization"), fc.oneof(authorization, headerText)),
    fc.tuple(fc.constant("origin"), fc.oneof(fc.constantFrom(origin, "null", "https://evil.example", "http://[", ""), headerText)),
    fc.tuple(token, headerText),
  ];
  return fc.array(fc.oneof(...known, ...own), { maxLength: 4 }).map((pairs) => Object.fromEntries(pairs));
};

export const cookieOf = ({ cookie }: FuzzWorld): fc.Arbitrary<Headers> => {
  const [name = "", sealed = ""] = /^([^=]+)=([^;]*)/.exec(cookie)?.slice(1) ?? [];
  const values = [
    fc.constantFrom(
      `"${sealed}"`,
      `"${sealed}`,
      sealed.slice(0, -9),
      sealed.toUpperCase(),
      sealed.replaceAll("*", "*x"),
      "Fe26.2*1*a*b*c*1x*d*e~2",
      "Fe26.2*1*a*b*c**d*e",
      `${sealed}~9`,
      "",
    ),
    headerText,
  ];
  const changed = fc.oneof(...values).map((value) => `${name}=${value.replaceAll(";", "")}; signed_in=1`);
  return fc.oneof(
    fc.constant({}),
    fc.constant({ cookie }),
    changed.map((value) => ({ cookie: value })),
    headerText.map((value) => ({ cookie: value })),
  );
};

export const body = fc.oneof(
  fc.json({ maxDepth: 3 }),
  text.map((value) => value.toWellFormed()),
  fc.array(fc.tuple(token, text.map(encoded)), { maxLength: 4 }).map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
  fc.constantFrom(
    "",
    "{",
    "[".repeat(5000),
    '{"a":'.repeat(3000),
    "null",
    '"x"',
    "a=%00",
    "a=%ff&%",
    '["\\u0000"]',
    "x".repeat(20_000),
    "x".repeat(200_000),
  ),
);

export const CONTENT_TYPES = [
  "application/json",
  "text/plain;charset=UTF-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "text/csv",
  "application/json; charset=x",
];
