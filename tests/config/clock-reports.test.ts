import { expect, test } from "vitest";
import { adoptClockReports, clockReports, hearDatabase, hearSource } from "@/lib/config/clock";

test("what another thread knows of the time replaces what this one knew, also reports that were dropped there", () => {
  hearSource("one.example", new Date());
  hearDatabase(new Date(), null);
  const told = structuredClone(clockReports());
  hearSource("two.example", new Date());
  hearDatabase(new Date(0), new Date(0));
  adoptClockReports(told);
  expect(clockReports()).toEqual(told);
});
