import { sql } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { HDAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowsOf } from "../../support/stores/rows-of";
import { openRailsWorld, type RailsWorld } from "../../support/money/rails-world";
import { signPayment } from "../../support/money/x402-buyers";
import { lacksAnvil } from "../../support/lacks";

const CALL = 20_000n;
const QUERY = "?task=code";

describe.skipIf(lacksAnvil())("the gas that the settler pays for x402", () => {
  let world: RailsWorld;
  beforeAll(async () => void (world = await openRailsWorld()));
  afterAll(() => world?.close());

  const sentBySettler = () => world.local.client.getTransactionCount({ address: world.local.settler.address });
  const ether = () => world.local.client.getBalance({ address: world.local.settler.address });

  test.each([1_000_000n, 10_000_000n])("is not spent on a contract wallet whose signature check burns %d", async (amount) => {
    const wallet = await world.local.deploy("GasBurner", [amount]);
    await world.local.mint(wallet, 1_000_000n);
    const { headers } = await signPayment(world.local.buyers[0], await world.offered(QUERY), 2, { authorization: { from: wallet } });
    const [sent, before] = [await sentBySettler(), await ether()];
    const { status, body } = await world.ask(QUERY, headers);
    expect([status, body.error, body.reason, body.recommendations]).toEqual([402, "payment_failed", "too_much_gas", undefined]);
    expect([await sentBySettler(), await ether()]).toEqual([sent, before]);
  });

  test("is spent once for 30 payments of a wallet that holds the price of one call", async () => {
    const poor = privateKeyToAccount(generatePrivateKey());
    await world.local.mint(poor.address, CALL);
    const terms = await world.offered(QUERY);
    const payments = await Promise.all(Array.from({ length: 30 }, () => signPayment(poor as unknown as HDAccount, terms, 2)));
    const sent = await sentBySettler();
    const answers = await Promise.all(payments.map(({ headers }) => world.ask(QUERY, headers)));
    const answered = answers.filter(({ status }) => status === 200);
    expect([answered.length, await sentBySettler()]).toEqual([1, sent + 1]);
    expect(new Set(answers.filter((answer) => !answered.includes(answer)).map(({ status }) => status))).toEqual(new Set([402]));
    const states = await rowsOf(world.db, sql`select state from x402_authorizations where payer = ${poor.address.toLowerCase()}`);
    expect(states).toEqual([{ state: "settled" }]);
  });

  test.each([1, 2] as const)("is spent for a signature that ends in the parity of y, in version %d", async (version) => {
    const payer = world.local.buyers[1];
    const terms = await world.offered(QUERY);
    const signed = await signPayment(payer, terms, version);
    const content = JSON.parse(Buffer.from(signed.header, "base64").toString()) as { payload: { signature: string } };
    const { signature } = content.payload;
    content.payload.signature = `${signature.slice(0, -2)}${signature.endsWith("1b") ? "00" : "01"}`;
    const header = Buffer.from(JSON.stringify(content)).toString("base64");
    const [name = ""] = Object.keys(signed.headers);
    expect((await world.ask(QUERY, { [name]: header })).status).toBe(200);
  });
});
