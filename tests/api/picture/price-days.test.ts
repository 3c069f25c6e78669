import { afterAll, beforeAll, expect, test } from "vitest";
import { priceImage } from "@/lib/endpoints/picture/price/[provider]/[...model]";
import { formatDay } from "@/lib/domain/pages/format";
import { daysAgo, today } from "../../support/history/captured-days";
import { opus } from "../../support/history/daily-world";
import { captureListingsOn } from "../../support/models/captured-prices";
import { forgetPrepared, request } from "../../support/server/request";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await useTestDatabase();
  for (const ago of [8, 7, 6, 5, 4, 3, 2, 1]) await captureListingsOn(database.db, daysAgo(ago), [opus()]);
}, 60_000);
afterAll(() => database.close());

async function sentence(): Promise<string> {
  forgetPrepared();
  const { modelId: model, providerId: provider } = opus();
  const { status, text } = await request(priceImage, `/api/picture/price/${provider}/${model}.svg`, {
    params: { provider, model: `${model}.svg` },
  });
  expect(status).toBe(200);
  return /<desc[^>]*>([^<]*)<\/desc>/.exec(text)?.[1] ?? "";
}

test("the days of a price's picture end yesterday until today is captured, and are seven either way", async () => {
  const before = await sentence();
  expect(before).toContain(`${formatDay(daysAgo(7))} to ${formatDay(daysAgo(1))}`);
  expect(before).toContain("7 of 7 days captured");
  await captureListingsOn(database.db, today(), [opus()]);
  const after = await sentence();
  expect(after).toContain(`${formatDay(daysAgo(6))} to ${formatDay(today())}`);
  expect(after).toContain("7 of 7 days captured");
});
