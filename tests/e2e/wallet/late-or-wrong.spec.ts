import type { Page } from "@playwright/test";
import { creditsFor } from "@/lib/domain/money/credits";
import {
  atStep,
  deepen,
  expect,
  pay,
  press,
  records,
  recover,
  requireWorking,
  sendButton,
  signText,
  step,
  test,
  toReview,
  tokenShown,
} from "./buying";
import { makeOlder, memosOf, payAltered } from "./quotes";
import { passTime, passTimeTo } from "./states/scene";
import { toAwaiting } from "./states/while-crediting";
import { LONG } from "../tier";

const DOLLARS = 1_000_000n;

const credits = (units: bigint): number => Number(creditsFor(units));

async function requireCredited(page: Page, expected: number): Promise<void> {
  await requireWorking(page, await tokenShown(page), expected);
  expect(await records(page)).toEqual([]);
}

test("a payment that comes an hour after its quote has ended is credited as quoted, without a signature", async ({
  page,
  chain,
  wallet,
}) => {
  await payAltered(page, chain, (memo) => makeOlder(memo, 1));
  await requireCredited(page, 275);
  expect(wallet.methods("personal_sign")).toBe(0);
});

test("a payment that comes more than a day later is credited to the wallet that signs for it", LONG, async ({ page, chain, wallet }) => {
  await payAltered(page, chain, (memo) => makeOlder(memo, 26));
  await atStep(page, "must-sign");
  await signText(page);
  await requireCredited(page, 275);
  expect(wallet.methods("eth_sendTransaction")).toBe(1);
});

test(
  "a payment from elsewhere that comes a day too late is found by its amount, and its sender signs",
  LONG,
  async ({ page, chain, buyer, wallet }) => {
    const memos = memosOf(page);
    await page.clock.install();
    await chain.transfer(buyer, await toAwaiting(page));
    await chain.mine(2);
    await passTime(page, { until: () => page.getByText(/\d of 6 blocks deep/).isVisible() });
    await makeOlder(memos[0]!, 26);
    await deepen(chain);
    await passTimeTo(page, "must-sign");
    await expect(step(page)).toContainText("more than a day after its quote had ended");
    await signText(page);
    await requireCredited(page, 275);
    expect(wallet.methods("eth_sendTransaction")).toBe(0);
  },
);

test(
  "a quote that is over says so and how a later payment is collected, which then works",
  LONG,
  async ({ page, chain, buyer, wallet: _ }) => {
    const memos = memosOf(page);
    await page.clock.install();
    const units = await toAwaiting(page);
    await makeOlder(memos[0]!, 26);
    await passTimeTo(page, "not-credited");
    await expect(step(page).getByRole("heading")).toHaveText("The quote is over, and no payment of its amount came");
    const hash = await chain.transfer(buyer, units);
    await deepen(chain);
    await press(page, "Back");
    await recover(page, { hash });
    await atStep(page, "must-sign");
    await signText(page);
    await requireWorking(page, await tokenShown(page), 275);
  },
);

for (const [what, units] of [
  ["less", 4n * DOLLARS],
  ["more", 31n * DOLLARS],
] as const) {
  test(`a wallet that sends ${what} than the quote gets the credits of what it sent, by its signature`, async ({ page, chain, wallet }) => {
    wallet.payInstead(units);
    await pay(page);
    await deepen(chain);
    await atStep(page, "must-sign");
    await signText(page);
    await requireCredited(page, credits(units));
  });

  test(`so does one that sends ${what} and whose tab is closed before the hash`, LONG, async ({ page, chain, wallet }) => {
    await toReview(page);
    wallet.payInstead(units);
    wallet.behave("eth_sendTransaction", { kind: "lose-answer" });
    await sendButton(page).click();
    await atStep(page, "signing");
    await expect.poll(() => wallet.sent.length).toBe(1);
    await deepen(chain);
    await page.reload();
    await press(page, /^Continue/);
    await atStep(page, "must-sign");
    await signText(page);
    await requireCredited(page, credits(units));
  });
}

test("another wallet than the one that paid cannot sign; the one that paid can", async ({ page, chain, buyer, wallet }) => {
  const other = chain.buyers.find(({ address }) => address !== buyer.address)!;
  await payAltered(page, chain, () => wallet.payFrom(other));
  await atStep(page, "must-sign");
  await wallet.use(buyer);
  await signText(page);
  await expect(step(page)).toContainText("The signature was not of the wallet that paid");
  await wallet.use(other);
  await signText(page);
  await requireCredited(page, 275);
});

test("a second payment of the same amount is its sender's, who signs for it", async ({ page, chain, buyer, wallet }) => {
  const memos = memosOf(page);
  await pay(page);
  await deepen(chain);
  await requireCredited(page, 275);
  const { input } = await chain.client.getTransaction({ hash: wallet.sent[0]! });
  const hash = await chain.client.sendTransaction({ account: buyer, to: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", data: input });
  await deepen(chain);
  await recover(page, { hash, memo: memos[0]! });
  await atStep(page, "must-sign");
  await expect(step(page)).toContainText("Another transaction has paid this quote");
  await signText(page);
  await requireCredited(page, 275);
});

test("a memo that is younger than the payment proves nothing", LONG, async ({ page, chain, buyer, wallet: _ }) => {
  const memos = memosOf(page);
  await toReview(page);
  const hash = await chain.transfer(buyer, 2n * DOLLARS);
  await deepen(chain);
  await recover(page, { hash, memo: memos[0]! });
  await atStep(page, "must-sign");
  await signText(page);
  await requireCredited(page, credits(2n * DOLLARS));
});
