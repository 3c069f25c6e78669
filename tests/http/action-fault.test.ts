import { describe, expect, test } from "vitest";
import { LONGEST_FORM_BYTES } from "@/lib/config/page-policy.mjs";
import { actionFault } from "@/lib/http/session/action-fault";

const ID = "60".padEnd(42, "0");

type Fields = readonly (readonly [string, string | Blob])[];

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
}

async function codeOf(body: BodyInit, headers: Record<string, string> = {}): Promise<string | null> {
  const fault = await actionFault(new Request("http://test.local/account", { method: "POST", body, headers }));
  return fault && fault.code;
}

const called = (body: BodyInit, id = ID): Promise<string | null> => codeOf(body, { "next-action": id });

describe("a call by a page's script", () => {
  test.each(["[]", "[null]", '["text",1,true,null,{"a":["b"]}]', '["$$5","$undefined"]'])(
    "with the arguments %s is let through",
    async (body) => expect(await called(body)).toBeNull(),
  );

  test("with a form among its arguments is let through", async () => {
    const fields: Fields = [
      ["_1_token", "$5"],
      ["_1_$ACTION_REF_1", ""],
      ["0", '[{"kind":"idle"},"$K1"]'],
    ];
    expect(await called(formOf(fields))).toBeNull();
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "["],
    ["no list", '{"a":1}'],
    ["a reference that leads nowhere", '["$7"]'],
    ["a value that React would look for elsewhere", '["$T"]'],
    ["a server's reference", '["$F1"]'],
    ["a promise", '["$@1"]'],
    ["a hidden member", '[{"__proto__":1}]'],
    ["depth", "[".repeat(10_000) + "]".repeat(10_000)],
    ["too many arguments", `[${"1,".repeat(50)}1]`],
    ["a control character", '["\\u0000"]'],
  ])("with %s is malformed", async (_, body) => expect(await called(body)).toBe("malformed_request"));

  test.each([
    ["with a type that nobody knows", "Content-Type: text/plain; charset=x", "malformed_request"],
    ["without a type", null, null],
  ])("with a part %s", async (_, header, expected) => {
    const lines = ["--x", 'Content-Disposition: form-data; name="0"', ...(header === null ? [] : [header]), "", "[true]", "--x--", ""];
    expect(await codeOf(lines.join("\r\n"), { "next-action": ID, "content-type": "multipart/form-data; boundary=x" })).toBe(expected);
  });

  test.each(["x", "00", `${ID}0`, "__proto__"])("of the action %s is malformed", async (id) =>
    expect(await called("[]", id)).toBe("malformed_request"),
  );

  test.each<[string, Fields]>([
    ["without its arguments", [["_1_a", "b"]]],
    [
      "with its arguments twice",
      [
        ["0", "[]"],
        ["0", "[]"],
      ],
    ],
    [
      "with a part that nothing refers to",
      [
        ["0", "[]"],
        ["constructor", "b"],
      ],
    ],
    [
      "with a file",
      [
        ["0", '["$K1"]'],
        ["_1_token", new Blob(["x"])],
      ],
    ],
    ["with more fields than any form has", [["0", '["$K1"]'], ...Array.from({ length: 300 }, (_, at) => [`_1_f${at}`, ""] as const)]],
  ])("in parts %s is malformed", async (_, fields) => expect(await called(formOf(fields))).toBe("malformed_request"));

  test.each(["multipart/form-data", "multipart/form-data; boundary=x"])("that is not %s although it says so is malformed", async (type) =>
    expect(await codeOf("[]", { "next-action": ID, "content-type": type })).toBe("malformed_request"),
  );

  test("that is longer than any form is too large, also without a stated length", async () => {
    const long = `["${"x".repeat(LONGEST_FORM_BYTES)}"]`;
    expect(await called(long)).toBe("payload_too_large");
    const stream = new Blob([long]).stream();
    const request = new Request("http://test.local/", {
      method: "POST",
      body: stream,
      headers: { "next-action": ID },
      duplex: "half",
    } as RequestInit);
    expect((await actionFault(request))?.code).toBe("payload_too_large");
  });
});

describe("a form that a browser without scripts sends", () => {
  const bound = (action: string, args: string): Fields => [
    ["$ACTION_REF_1", ""],
    ["$ACTION_1:0", action],
    ["$ACTION_1:1", args],
    ["$ACTION_KEY", "k1"],
    ["token", "aed_live_x"],
  ];

  test.each<[string, Fields]>([
    ["its action and what that is bound to", bound(`{"id":"${ID}","bound":"$@1"}`, '[{"kind":"idle"}]')],
    [
      "an action that is bound to nothing",
      [
        [`$ACTION_ID_${ID}`, ""],
        ["token", "x"],
      ],
    ],
  ])("is let through with %s", async (_, fields) => expect(await codeOf(formOf(fields))).toBeNull());

  test.each<[string, Fields]>([
    ["no action", [["token", "x"]]],
    ["an action's id that is none", bound('{"id":"x","bound":"$@1"}', "[]")],
    ["an action that is no JSON", bound("{", "[]")],
    ["bound values that are not there", bound(`{"id":"${ID}","bound":"$@9"}`, "[]")],
    ["bound values that are no list", bound(`{"id":"${ID}","bound":"$@1"}`, "{}")],
    ["a reference to no action", [["$ACTION_REF_1", ""]]],
    ["a reference without a number", [["$ACTION_REF_", ""]]],
    ["a bare id that is none", [["$ACTION_ID_x", ""]]],
    ["a file in the place of text", [["token", new Blob(["x"])]]],
  ])("is malformed with %s", async (_, fields) => expect(await codeOf(formOf(fields))).toBe("malformed_request"));
});
