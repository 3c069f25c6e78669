import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { safeJson, safeText } from "@/lib/client/cli/output/safe-text";

describe("a text of others", () => {
  test.each([
    ["a colour", "\u001b[31mred\u001b[0m", "red"],
    ["a title of the window", "a\u001b]0;owned\u0007b", "ab"],
    ["a link", "\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["an 8-bit sequence", "a\u009b2Jb", "ab"],
    ["a line that overwrites the one before", "safe\r\nrm -rf", "safe rm -rf"],
    ["text in another order than it has", "invoice\u202efdp.exe", "invoicefdp.exe"],
    ["invisible tags", "hi\u{e0041}\u{e0042}", "hi"],
    ["a lone surrogate", "a\ud800b", "ab"],
  ])("loses %s", (_name, text, safe) => expect(safeText(text)).toBe(safe));

  test("keeps letters of any script and pictures", () => expect(safeText("模型 Ünïcode 🚀")).toBe("模型 Ünïcode 🚀"));

  test("never has a character that steers a terminal", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(safeText(text))));
  });
});

test("JSON keeps every value and has no byte that steers a terminal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const json = safeJson({ text });
      expect(json).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});
