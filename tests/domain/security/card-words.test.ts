import { expect, test } from "vitest";
import { readCveId } from "@/lib/domain/security/cve-facts";
import { epssText, formatPercentile, formatShare, rangeWords } from "@/lib/domain/security/card-words";

test("EPSS reads as a share within 30 days and as a percentile", () => {
  expect(epssText(0.85, 0.99321)).toBe("85.0 % in 30 days, 99th percentile");
  expect(epssText(0.00042, null)).toBe("<0.1 % in 30 days");
  expect(epssText(null, 0.5)).toBeNull();
});

test.each([
  [0.99957, "99th"],
  [1, "100th"],
  [0.914, "91st"],
  [0.12, "12th"],
  [0.82, "82nd"],
  [0.29, "29th"],
  [0.0007, "0th"],
])("%d is the %s percentile", (percentile, words) => expect(formatPercentile(percentile)).toBe(`${words} percentile`));

test("a share that is not nothing is not shown as nothing", () => {
  expect([0, 0.0001, 0.0005, 1].map(formatShare)).toEqual(["0.0 %", "<0.1 %", "0.1 %", "100.0 %"]);
});

test("a range is said by the ends that it has", () => {
  const open = { from: null, after: null, before: null, upTo: null };
  const ranges = [
    open,
    { ...open, from: "1.0", upTo: "1.0" },
    { ...open, from: "1.0", before: "1.5" },
    { ...open, after: "1.0", upTo: "1.5" },
  ];
  expect(ranges.map(rangeWords)).toEqual(["all versions", "1.0", "from 1.0 before 1.5", "after 1.0 up to 1.5"]);
});

test("an id is read in any case, with spaces around it and with typographic hyphens; nothing else is", () => {
  expect(["cve-2024-3094", " CVE-2024-3094\n", "CVE–2024–3094"].map(readCveId)).toEqual(Array(3).fill("CVE-2024-3094"));
  expect(["CVE-2024-309", "CVE 2024 3094", "2024-3094", "CVE-2024-3094; drop", `CVE-2024-${"1".repeat(20)}`].map(readCveId)).toEqual(
    Array(5).fill(null),
  );
});
