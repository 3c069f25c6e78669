import { expect, test } from "vitest";
import { compareVersions, schemeOf } from "@/lib/domain/security/version-order";

test.each([
  ["1.9", "1.10"],
  ["0", "0.0.1"],
  ["14", "14.0.1"],
  ["1.0-beta9", "1.0"],
  ["2.0b1", "2.0"],
  ["2.0rc1", "2.0"],
  ["10.2.9", "10.2.9-h1"],
  ["10.1.10-h9", "10.1.11-h10"],
  ["1.0.2q", "1.0.2r"],
  ["1.0.2", "1.0.2a"],
  ["1:1.0", "2:0.5"],
  ["3.1~deb11u1", "3.1"],
  ["1.0-1", "1.0-2"],
  ["6.0-M2", "6.0"],
  ["2.426.9", "2.426.*"],
  ["2.426.*", "2.427"],
  ["9.0.9", "9.0.31"],
  ["0:3.8.10-4.el9_8", "0:3.8.10-5.el9"],
  ["1.0.0", "1.0.0.1"],
  ["1.0.dev1", "1.0"],
  ["6.12.81", "6.13.0"],
  ["12.3R8", "12.3R9"],
])("%s is before %s", (a, b) => {
  expect(compareVersions(a, b, "other")).toBeLessThan(0);
  expect(compareVersions(b, a, "other")).toBeGreaterThan(0);
});
test.each([
  ["1.0.0-1", "1.0.0"],
  ["1.0.0-alpha.1", "1.0.0-alpha.beta"],
  ["1.0.0-rc.1", "1.0.0-rc.1.1"],
  ["2.0.0-next.193", "2.0.0"],
  ["1.0.0-x", "1.0.0"],
  ["v1.2.3", "v1.2.4+build"],
  ["1.0.0-2", "1.0.0-10"],
])("as semver %s is before %s", (a, b) => {
  expect(compareVersions(a, b, "semver")).toBeLessThan(0);
  expect(compareVersions(b, a, "semver")).toBeGreaterThan(0);
});
test.each([
  ["14", "14.0"],
  ["v1.0", "1.0"],
  ["1.0.0.Final", "1.0"],
  ["1.0.0+a", "1.0.0+b"],
])("%s is %s", (a, b) => expect(compareVersions(a, b, schemeOf("semver"))).toBe(0));
