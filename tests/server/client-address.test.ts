import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { ADDRESS_HEADER, LOCAL_HEADER } from "@/lib/http/limits/address-keys";
import { createAddressReader } from "@/lib/server/client-address";

function read(trusted: string | undefined, peer: string, headers: IncomingHttpHeaders): { address: string; headers: IncomingHttpHeaders } {
  const request = { socket: { remoteAddress: peer }, headers: { ...headers } } as unknown as IncomingMessage;
  return { address: createAddressReader(trusted)(request), headers: request.headers };
}

describe("the client's address", () => {
  test("is the peer's without a trusted proxy, and forwarding headers are dropped", () => {
    const claims = {
      "x-forwarded-for": "1.1.1.1",
      "x-real-ip": "1.1.1.1",
      forwarded: "for=1.1.1.1",
      "x-forwarded-host": "evil.example",
      "cf-connecting-ip": "1.1.1.1",
    };
    const { address, headers } = read(undefined, "203.0.113.9", { ...claims, accept: "*/*" });
    expect(address).toBe("203.0.113.9");
    expect(headers).toEqual({ accept: "*/*", [ADDRESS_HEADER]: "203.0.113.9" });
  });

  test("always overwrites our own header", () => {
    expect(read(undefined, "203.0.113.9", { [ADDRESS_HEADER]: "1.1.1.1" }).headers[ADDRESS_HEADER]).toBe("203.0.113.9");
    expect(read("10.0.0.0/8", "10.0.0.1", { [ADDRESS_HEADER]: "1.1.1.1" }).headers[ADDRESS_HEADER]).toBe("10.0.0.1");
  });

  test("is the nearest untrusted hop behind trusted proxies, so that a client cannot prepend one", () => {
    const forwarded = (hops: string) => read("10.0.0.0/8, fd00::/8", "10.0.0.1", { "x-forwarded-for": hops }).address;
    expect(forwarded("198.51.100.7")).toBe("198.51.100.7");
    expect(forwarded("1.1.1.1, 198.51.100.7, 10.2.2.2")).toBe("198.51.100.7");
    expect(forwarded("10.3.3.3, 10.2.2.2")).toBe("10.3.3.3");
    expect(forwarded("2001:db8::1, fd00::2")).toBe("2001:db8::1");
  });

  test.each(["nonsense", "1.1.1.1, nonsense", "", ",", "<script>"])("is the peer's when a trusted proxy forwards %j", (hops) => {
    expect(read("10.0.0.1", "10.0.0.1", { "x-forwarded-for": hops }).address).toBe("10.0.0.1");
  });

  test("drops ports, brackets and the IPv4-mapped prefix", () => {
    const forwarded = (hop: string) => read("127.0.0.1", "::ffff:127.0.0.1", { "x-forwarded-for": hop }).address;
    expect(forwarded("198.51.100.7:4711")).toBe("198.51.100.7");
    expect(forwarded("[2001:db8::1]:443")).toBe("2001:db8::1");
    expect(forwarded("::ffff:198.51.100.7")).toBe("198.51.100.7");
    expect(read(undefined, "::ffff:203.0.113.9", {}).address).toBe("203.0.113.9");
  });

  test("is that of this machine only where neither a proxy nor a page of another site took part", () => {
    const isLocal = (trusted: string | undefined, peer: string, headers: IncomingHttpHeaders = {}) =>
      read(trusted, peer, { host: "localhost:3000", ...headers }).headers[LOCAL_HEADER];
    expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].map((peer) => isLocal(undefined, peer))).toEqual(["yes", "yes", "yes"]);
    expect(isLocal("10.0.0.0/8", "127.0.0.1", { host: "[::1]" })).toBe("yes");
    expect(isLocal(undefined, "203.0.113.9", { [LOCAL_HEADER]: "yes" })).toBeUndefined();
    expect(isLocal("127.0.0.0/8", "127.0.0.1")).toBeUndefined();
    expect(isLocal("127.0.0.0/8", "127.0.0.1", { "x-forwarded-for": "127.0.0.1" })).toBeUndefined();
    expect(isLocal("vercel", "127.0.0.1", { [LOCAL_HEADER]: "yes" })).toBeUndefined();
    for (const trace of ["forwarded", "x-forwarded-for", "x-forwarded-proto", "x-real-ip", "via", "origin"]) {
      expect(isLocal(undefined, "127.0.0.1", { [trace]: "127.0.0.1", [LOCAL_HEADER]: "yes" }), trace).toBeUndefined();
    }
    expect(isLocal(undefined, "127.0.0.1", { host: "data.example.org" })).toBeUndefined();
  });

  test("comes from Vercel's headers on Vercel", () => {
    expect(read("vercel", "10.9.9.9", { "x-real-ip": "198.51.100.7", "x-forwarded-for": "1.1.1.1" }).address).toBe("198.51.100.7");
    expect(read("vercel", "10.9.9.9", { "x-forwarded-for": "198.51.100.8, 1.1.1.1" }).address).toBe("198.51.100.8");
    expect(read("vercel", "10.9.9.9", {}).address).toBe("10.9.9.9");
  });
});
