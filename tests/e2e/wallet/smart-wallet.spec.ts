import { atStep, deepen, expect, pay, records, requireWorking, signText, test as base, tokenShown } from "./buying";
import { installWallet } from "./test-wallet";
import { LONG } from "../tier";

/** The page sees a contract, which the buyer's key owns: the contract pays and has no ether of its own. */
const test = base.extend({
  wallet: async ({ page, chain, buyer }, use) => {
    const contract = await chain.deployWallet(buyer.address);
    await chain.mint(contract, 50_000_000n);
    await use(await installWallet(page, chain, buyer, { contract }));
  },
});

test("a contract wallet pays through itself, needs no ether, and gets a token that works", async ({ page, chain, wallet }) => {
  await pay(page);
  const transaction = await chain.client.getTransaction({ hash: wallet.sent[0]! });
  expect(transaction.to).not.toBe("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913".toLowerCase());
  expect(await chain.client.getBalance({ address: transaction.to! })).toBe(0n);
  await deepen(chain);
  await requireWorking(page, await tokenShown(page), 275);
  expect(await records(page)).toEqual([]);
});

test("a contract wallet that sent another amount signs for it (ERC-1271)", LONG, async ({ page, chain, wallet }) => {
  wallet.payInstead(3_000_000n);
  await pay(page);
  await deepen(chain);
  await atStep(page, "must-sign");
  await signText(page);
  await requireWorking(page, await tokenShown(page), 150);
  expect(wallet.methods("personal_sign")).toBe(1);
});
