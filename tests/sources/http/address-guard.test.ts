import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseUrl } from "@/lib/domain/basics/parse-url";
import { isPublicAddress, requireSafeUrl } from "@/lib/sources/http/address-guard";
import { sourceUserAgent } from "@/lib/sources/http/user-agent";
import { sharedFolder } from "../../support/shared";
import { lacksShared } from "../../support/lacks";

describe("isPublicAddress", () => {
  test.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.192",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
  ])("is false for %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each([
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::168.63.129.16",
    "64:ff9b:1::808:808",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "3fff::1",
    "localhost",
    "",
  ])("is false for %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "172.15.0.1",
    "172.32.0.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001::200e",
    "2620:fe::fe",
    "64:ff9b::8.8.8.8",
  ])("is true for %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe("requireSafeUrl", () => {
  test.each([
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::ffff:127.0.0.1]/",
    "ftp://example.com/",
    "data:text/plain,x",
    "https://user@example.com/",
  ])("refuses %s", (url) => {
    expect(() => requireSafeUrl(url, isPublicAddress)).toThrow(expect.objectContaining({ fault: "forbidden_address" }));
  });
  test("refuses text that is no URL", () => {
    expect(() => requireSafeUrl("//", isPublicAddress)).toThrow(expect.objectContaining({ fault: "not_expected" }));
  });
  test("drops the fragment", () => {
    expect(requireSafeUrl("https://example.com/a#b", isPublicAddress).href).toBe("https://example.com/a");
  });

  test.skipIf(lacksShared())("refuses every literal IP address of the gold set, except public ones that fail for another reason", () => {
    const gold = JSON.parse(readFileSync(join(sharedFolder, "gold/ssrf.json"), "utf8")) as { items: { url: string; expect: string }[] };
    const literal = gold.items.filter(({ url, expect: verdict }) => {
      return verdict === "reject" && isIP(parseUrl(url)?.hostname.replace(/^\[|\]$/g, "") ?? "") !== 0;
    });
    expect(literal.length).toBeGreaterThan(50);
    const passed = literal.filter(({ url }) => {
      try {
        requireSafeUrl(url, isPublicAddress);
        return true;
      } catch {
        return false;
      }
    });
    expect(passed.map(({ url }) => url)).toEqual(["http://1.1.1.1"]);
  });
});

describe("sourceUserAgent", () => {
  test("names the site and a contact in ASCII", () => {
    expect(sourceUserAgent({ siteName: "AI Ecosystem Data", contact: "https://data.example" })).toBe(
      "AI-Ecosystem-Data/1.0 (+https://data.example)",
    );
    expect(sourceUserAgent({ siteName: "データ", contact: null })).toBe("data-service/1.0");
  });
});
