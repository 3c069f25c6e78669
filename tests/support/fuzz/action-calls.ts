import fc from "fast-check";
import type { HttpCall } from "../server/http-call";
import { body, CONTENT_TYPES, cookieOf, headersOf, headerText, pathOf, text, token, type FuzzWorld, type Headers } from "./request-parts";

const ARGUMENTS = [
  '["$K1"]',
  '[null,"$K1"]',
  '[{"kind":"idle"},"$K1"]',
  "[]",
  "{}",
  "",
  "[",
  '["$1"]',
  '["$T"]',
  '["$F1"]',
  '["$@1"]',
  '["$Q1"]',
  '["$h1"]',
  '["$B1"]',
  '["$R1"]',
  '["$l1"]',
  '["$D1"]',
  '["$n1x"]',
  '["$0:0"]',
  '["$undefined"]',
  '["/api/premium/routing?task=code","0123456789abcdef0123456789abcdef"]',
  '[{"tx_hash":"x","nonce":{}}]',
  "[".repeat(3000),
  '[{"__proto__":{"then":"$1"}}]',
  '[{"then":"$1:__proto__:then","status":"resolved_model","value":"{}","_response":{}}]',
  "[1,2,3,4,5,6,7,8,9]",
  '["x"]',
];

const FIELDS = [
  "token",
  "next",
  "name",
  "key",
  "grace",
  "id",
  "confirmed",
  "delivery",
  "form_key",
  "step",
  "secret",
  "fingerprint",
  "pick",
  "type",
  "model",
  "field",
  "op",
  "threshold",
  "provider",
  "value",
  "cadence",
  "callback_url",
  "fire_cap",
  "secret_choice",
  "amount",
  "memo",
];

const partName = (name: string, prefix: string): string => (name.startsWith("$") || /^\d+$/.test(name) ? name : prefix + name);

interface Part {
  name: string;
  value: string;
  extra: string;
}

const written = (parts: readonly Part[], prefix: string): string =>
  `${parts.map(({ name, value, extra }) => `--x\r\nContent-Disposition: form-data; name="${partName(name, prefix)}"${extra}\r\n\r\n${value}\r\n`).join("")}--x--\r\n`;

const partsOf = ({ actions }: FuzzWorld): fc.Arbitrary<Part[]> => {
  const value = fc.oneof(
    { weight: 1, arbitrary: text.map((given) => given.toWellFormed()) },
    { weight: 4, arbitrary: text.map((given) => given.toWellFormed().replace(/\p{Cc}|\\/gu, "")) },
    { weight: 2, arbitrary: fc.constantFrom("0123456789abcdef0123456789abcdef", "yes", "create", "preview", "collect", "1", "5") },
  );
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant("") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '; filename="x"',
        '; filename="x"\r\nContent-Type: image/png',
        "\r\nContent-Transfer-Encoding: base64",
        "\r\nContent-Type: text/plain; charset=x",
      ),
    },
  );
  const field = fc.record({ name: fc.oneof(fc.constantFrom(...FIELDS), token), value, extra });
  const root = fc.record({
    name: fc.constantFrom("0", "1", "2"),
    value: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ARGUMENTS) }, { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) }),
    extra,
  });
  const bound = fc
    .tuple(fc.constantFrom(...actions, "00".repeat(21), "x"), fc.constantFrom('"$@1"', "null", '"$@9"', "{}", '"$1"'))
    .map(([id, value_]) => `{"id":"${id}","bound":${value_}}`);
  const sent = fc.oneof(
    fc.record({
      name: fc.constantFrom("$ACTION_REF_1", "$ACTION_REF_", "$ACTION_KEY"),
      value: fc.constantFrom("", "k"),
      extra: fc.constant(""),
    }),
    fc.record({ name: fc.constant("$ACTION_1:0"), value: bound, extra: fc.constant("") }),
    fc.record({ name: fc.constant("$ACTION_1:1"), value: fc.constantFrom(...ARGUMENTS), extra: fc.constant("") }),
    fc.record({
      name: fc.constantFrom(...actions, "x", "00".repeat(21)).map((id) => `$ACTION_ID_${id}`),
      value: fc.constant(""),
      extra: fc.constant(""),
    }),
  );
  const whole = fc
    .tuple(fc.array(field, { maxLength: 6 }), fc.constantFrom(...actions))
    .map(([fields, id]) => [
      { name: "$ACTION_REF_1", value: "", extra: "" },
      { name: "$ACTION_1:0", value: `{"id":"${id}","bound":"$@1"}`, extra: "" },
      { name: "$ACTION_1:1", value: '[{"kind":"idle"}]', extra: "" },
      { name: "$ACTION_KEY", value: "k0", extra: "" },
      ...fields,
    ]);
  return fc.oneof(
    { weight: 3, arbitrary: fc.tuple(fc.array(field, { maxLength: 6 }), root).map(([fields, last]) => [...fields, last]) },
    { weight: 4, arbitrary: whole },
    { weight: 1, arbitrary: fc.array(fc.oneof(field, root, sent), { maxLength: 8 }) },
  );
};

/** Calls of the actions behind forms, as scripts and as browsers without scripts send them. */
export const actionCall = (world: FuzzWorld): fc.Arbitrary<HttpCall> =>
  fc
    .record({
      page: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...world.forms) }, { weight: 1, arbitrary: pathOf(world) }),
      id: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom<string | null>(...world.actions) },
        { weight: 4, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.oneof(fc.constantFrom("00".repeat(21), "x", "__proto__"), headerText) },
      ),
      origin: fc.oneof(
        { weight: 8, arbitrary: fc.constant<Headers>({ origin: world.origin }) },
        { weight: 2, arbitrary: fc.constantFrom<Headers>({ origin: "null" }, { origin: "https://evil.example" }, { origin: "x" }, {}) },
      ),
      cookie: fc.oneof({ weight: 4, arbitrary: fc.constant({ cookie: world.cookie }) }, { weight: 1, arbitrary: cookieOf(world) }),
      parts: partsOf(world),
      isText: fc.boolean(),
      type: fc.oneof({ weight: 8, arbitrary: fc.constant("") }, { weight: 1, arbitrary: fc.constantFrom(...CONTENT_TYPES) }),
      argument: fc.oneof(fc.constantFrom(...ARGUMENTS), body),
      headers: fc.oneof({ weight: 3, arbitrary: fc.constant<Headers>({}) }, { weight: 1, arbitrary: headersOf(world) }),
    })
    .map(({ page, id, origin, cookie, parts, isText, type, argument, headers }) => {
      const isCall = id !== null && isText;
      const usual = isCall ? "text/plain;charset=UTF-8" : "multipart/form-data; boundary=x";
      return {
        method: "POST",
        target: page,
        headers: { ...headers, ...origin, ...cookie, ...(id === null ? {} : { "next-action": id }), "content-type": type || usual },
        body: isCall ? argument : written(parts, id === null ? "" : "_1_"),
      };
    });
