import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { request } from "../../support/server/request";

Object.assign(process.env, { PAYMENT_ADDRESS: "0x1111111111111111111111111111111111111111", TRUSTED_PROXY: "vercel" });

describe("with a country from the edge", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await useTestDatabase();
  });
  afterAll(() => database.close());

  const buyFrom = (country: string) =>
    request(buyCredits, buyCredits.path, {
      method: "POST",
      body: JSON.stringify({ amount_usd: 5 }),
      headers: { "x-vercel-ip-country": country },
    });

  test.each(["CU", "IR", "KP", "SY", "ir"])("refuses a buyer from %s with 403 jurisdiction_blocked", async (country) => {
    const { status, body } = await buyFrom(country);
    expect([status, body.error, body.country, body.reference]).toEqual([
      403,
      "jurisdiction_blocked",
      country.toUpperCase(),
      expect.stringContaining("ofac.treasury.gov"),
    ]);
  });

  test.each(["US", "DE", ""])("quotes a buyer from %j", async (country) => {
    expect((await buyFrom(country)).status).toBe(200);
  });
});
