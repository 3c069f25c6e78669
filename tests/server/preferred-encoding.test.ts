import { expect, test } from "vitest";
import { acceptsGzip, preferredEncoding } from "@/lib/server/preferred-encoding";

test.each([
  ["gzip, deflate, br", "br"],
  ["br;q=0.5, gzip", "gzip"],
  ["gzip;q=0.5, br;q=0.5, zstd", "br"],
  ["gzip;q=0, *", "br"],
  ["*", "br"],
  ["GZIP", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*;q=0", "identity"],
  ["identity", "identity"],
  ["deflate", "identity"],
  ["", "identity"],
])("the preferred encoding of %j is %s", (header, encoding) => expect(preferredEncoding(header)).toBe(encoding));

test("gzip is accepted by name or by a wildcard, unless its weight is 0", () =>
  expect(["br, gzip;q=0.5", "*", "gzip;q=0, *", "br", null].map(acceptsGzip)).toEqual([true, true, false, false, false]));
