import { describe, expect, test } from "vitest";
import { ADDRESS_HEADER, addressKey, addressOf } from "@/lib/http/limits/address-keys";

const from = (headers: Record<string, string>) => new Request("http://test.local/", { headers });

describe("addressOf", () => {
  test("reads the header of our own server and ignores forwarding headers", () => {
    expect(
      addressOf(from({ [ADDRESS_HEADER]: "203.0.113.1", "x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.2" }), false),
    ).toBe("203.0.113.1");
    expect(addressOf(from({ "x-forwarded-for": "198.51.100.1" }), false)).toBe("unknown");
  });

  test("reads Vercel's headers on Vercel and ignores ours, which a caller could forge", () => {
    expect(addressOf(from({ [ADDRESS_HEADER]: "203.0.113.1", "x-real-ip": "198.51.100.2" }), true)).toBe("198.51.100.2");
    expect(addressOf(from({ [ADDRESS_HEADER]: "203.0.113.1", "x-forwarded-for": "198.51.100.3, 10.0.0.1" }), true)).toBe("198.51.100.3");
    expect(addressOf(from({ [ADDRESS_HEADER]: "203.0.113.1" }), true)).toBe("unknown");
  });
});

describe("addressKey", () => {
  test.each([
    ["203.0.113.1", "203.0.113.1"],
    ["::ffff:203.0.113.1", "203.0.113.1"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0DB8:0000:0000:ffff:1:2:3", "2001:db8:0:0::/64"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["unknown", "unknown"],
  ])("maps %s to %s", (address, key) => expect(addressKey(address)).toBe(key));
});
