import { describe, expect, test } from "vitest";
import { malformation, malformedBody } from "@/lib/http/call/malformed";

describe("an address or a cookie that nobody can read", () => {
  test.each([
    "/x/../api/news",
    "/./api/news",
    "/%2e/api/news",
    "/x/%2E%2e/api",
    "/x%5c..%5capi",
    "/providers/%ff",
    "/docs/%",
    "/news?q=%ff",
    "/news?q=100%",
    "/news?q=a%00b",
    "/news%00",
    "/news?q=%1b[2J",
    "/news?q=a%0Ab",
    "/%7f",
  ])("%s is refused", (target) => expect(malformation(target, null)).toMatchObject({ code: "malformed_request", status: 400 }));

  test.each(["a=%00", "session=%ff", "a=b; c=%0d%0a"])("a cookie %s is refused", (cookie) => {
    expect(malformation("/", cookie)).toMatchObject({ code: "malformed_request" });
  });
});

test.each(["/", "/models?q=50%25", "/providers/a..b?x=../..", "/docs/.md", "/%C3%A4?q=%C3%A4&q=", "/a//b", "*"])(
  "%s is no such address",
  (target) => expect(malformation(target, 'session="x"; a=%20b; c=100%25')).toBeNull(),
);

test.each(["a\0b", '{"name":"a\\u0000b"}', '{"name":"\\u001B"}', "\x1b[2J", '"\\\\\\u0000"'])("a body of %j is refused", (body) => {
  expect(malformedBody(body)).toMatchObject({ code: "malformed_request" });
});

test.each(["a\r\n\tb", '{"a":"50% \\n \\u00e4 \\u000a"}', '"a literal \\\\u0000"', ""])("a body of %j is not", (body) => {
  expect(malformedBody(body)).toBeNull();
});
