import { describe, expect, test } from "vitest";
import { isPublicTarget } from "@/lib/watches/delivery/check-callback-url";

const CLOSED_V4 = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "100.100.100.200",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
];
const CLOSED_V6 = [
  "::",
  "::1",
  "::127.0.0.1",
  "::8.8.8.8",
  "64:ff9b::8.8.8.8",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a00:1",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:db8::1",
  "2001:10::1",
  "2001:20::1",
  "2002:7f00:1::",
  "2002:808:808::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fe80::1%eth0",
  "fea0::1",
  "fec0::1",
  "ff02::1",
  "4000::1",
];

describe("isPublicTarget", () => {
  test.each([...CLOSED_V4, ...CLOSED_V6])("refuses %s", (address) => expect(isPublicTarget(address)).toBe(false));

  test.each(CLOSED_V4)("refuses %s as IPv4 within IPv6", (address) => {
    expect(isPublicTarget(`::ffff:${address}`)).toBe(false);
    expect(isPublicTarget(`::ffff:0:${address}`)).toBe(false);
    expect(isPublicTarget(`64:ff9b::${address}`)).toBe(false);
  });

  test.each([
    "localhost",
    "",
    "example.com",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "1.2.3",
    "8.8.8.8/32",
    "[2606:4700::1111]",
    "2606:4700::1111%1",
  ])("refuses anything but a plain address: %s", (text) => {
    expect(isPublicTarget(text)).toBe(false);
  });

  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.1",
    "100.63.255.255",
    "100.128.0.1",
    "126.255.255.255",
    "128.0.0.1",
    "172.15.255.255",
    "172.32.0.1",
    "192.167.255.255",
    "192.169.0.1",
    "198.17.255.255",
    "198.20.0.1",
    "223.255.255.255",
    "2606:4700::1111",
    "2a00:1450:4001:80b::200e",
    "2620:fe::fe",
    "::ffff:8.8.8.8",
  ])("accepts %s", (address) => expect(isPublicTarget(address)).toBe(true));
});
