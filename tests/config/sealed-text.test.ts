import { describe, expect, test } from "vitest";
import { hashSecret, openSealedText, sealText } from "@/lib/config/sealed-text";

describe("a sealed text", () => {
  test("opens only with its secret and purpose", () => {
    const sealed = sealText('{"memo":"aed-1"}', "key-1", "buy:a");
    expect(sealed).not.toContain("aed-1");
    expect(openSealedText(sealed, "key-1", "buy:a")).toBe('{"memo":"aed-1"}');
    expect(() => openSealedText(sealed, "key-2", "buy:a")).toThrow(/authenticate/);
    expect(() => openSealedText(sealed, "key-1", "buy:b")).toThrow(/authenticate/);
    expect(() => openSealedText(`${sealed.slice(0, -4)}AAAA`, "key-1", "buy:a")).toThrow(/authenticate/);
  });

  test("differs every time, and its secret is stored as a hash", () => {
    expect(sealText("x", "key", "p")).not.toBe(sealText("x", "key", "p"));
    expect(hashSecret("key")).toMatch(/^[0-9a-f]{64}$/);
  });
});
