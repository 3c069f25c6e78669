import { ledgerOf } from "./account/ledger";
import { signInAnew } from "./account/signed-in";
import { expect, test } from "./test";

/** The bill is a tab of the page of costs. Without credits it shows what it would show. */

const CREDITS = 3;
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const USAGE = `model,at,input,output,cost,mood\ngpt-5,${yesterday},1000000,100000,2,good\nno-such-model-9,${yesterday},1,1,,bad\n`;

test("the page of costs leads to the bill, which shows an example to whoever has no credits", async ({ page }) => {
  await page.goto("/models/cost");
  await page.getByRole("navigation", { name: "Cost of" }).getByRole("link", { name: "Check a bill" }).click();
  await expect(page).toHaveURL(/\/models\/cost\/bill$/);
  const block = page.getByRole("region", { name: "The bill", exact: true });
  await expect(block.getByRole("button", { name: /^Run, / })).toBeDisabled();
  await expect(block.getByText("Example: invented figures")).toBeVisible();
  await expect(block.getByRole("region", { name: "Sums by model" })).toContainText("$4.80");
});

test("usage that is pasted is charged once and shown by line, model and month", async ({ page }) => {
  const token = await signInAnew(page, CREDITS);
  await page.goto("/models/cost/bill");
  const block = page.getByRole("region", { name: "The bill", exact: true });
  await block.getByLabel(/^Usage: paste an export/).fill(USAGE);
  await block.getByRole("button", { name: "Run, 1 credit" }).dblclick();
  await expect(block.getByText("1 credit charged")).toBeVisible();
  expect(await ledgerOf(token)).toMatchObject({ used: 1, usages: 1, held: 0 });
  await expect(block.getByRole("region", { name: "Lines of the bill" })).toContainText("1,000,000 input at");
  await expect(block.getByRole("region", { name: "Lines of the bill" })).toContainText("No sum: no model is called so");
  await expect(block.getByRole("figure", { name: /^Cost by month/ })).toBeVisible();
  await expect(block).toContainText("were ignored: mood");
});

test("a file that is opened is read as it is, and one that is none is refused for nothing", async ({ page }) => {
  const token = await signInAnew(page, CREDITS);
  await page.goto("/models/cost/bill");
  const block = page.getByRole("region", { name: "The bill", exact: true });
  await block.getByLabel("Or open a file").setInputFiles({ name: "usage.csv", mimeType: "text/csv", buffer: Buffer.from("what is this?") });
  await block.getByRole("button", { name: "Run, 1 credit" }).click();
  await expect(block.getByRole("alert")).toContainText("no line of it names a model, a time and what was used");
  expect(await ledgerOf(token)).toMatchObject({ used: 0, held: 0 });
});
