import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { revokeForOperator } from "@/lib/money/tokens/token-commands";
import { mintToken } from "@/lib/money/base/access-token";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import { routing } from "@/lib/endpoints/premium/routing";
import { rowsOf } from "../../support/stores/rows-of";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";
import { create, end, errorOf, listed, post, rotate, stateOf } from "../../support/money/account-tokens";
import { bearer, capture, fundedAccount, reserveFor } from "../../support/money/paid-calls";
import { request } from "../../support/server/request";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await useTestDatabase();
});
afterAll(() => opened.close());

const DAY_SECONDS = 86_400;
const seconds = (from: Date, count: number): Date => new Date(from.getTime() + count * 1000);

describe("ending", () => {
  test("by POST /api/payment/revoke leaves the credits with the account", async () => {
    const { token, accountId } = await fundedAccount(opened.db, 12);
    const second = mintToken("second", "minted");
    await addToken(opened.db, accountId, second.row, new Date());
    const { status, body } = await post(paymentRevoke, token);
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      message: expect.any(String),
      ended: 1,
      token_short: expect.stringMatching(/^aed_live_/),
      balance_at_revoke: 12,
      revoked_at: expect.any(String),
    });
    expect((await request(paymentBalance, paymentBalance.path, bearer(token))).status).toBe(401);
    expect((await request(paymentBalance, paymentBalance.path, bearer(second.token))).body.balance).toBe(12);
  });

  test("takes all descendants along, also through ended and replaced tokens, and nothing else", async () => {
    const root = await fundedAccount(opened.db, 5);
    const other = (await create(root.token, "other")).body;
    const middle = (await create(root.token, "middle")).body;
    const leaf = (await create(middle.token, "leaf")).body;
    const middleNow = (await rotate(middle.token, 3600)).body.token;
    const leafNow = (await rotate(leaf.token, 0)).body.token;
    const below = (await create(leafNow, "below")).body;
    expect(errorOf(await end(leafNow, middle.id))).toEqual([404, "token_not_found"]);
    expect(errorOf(await end(leafNow, root.tokenId))).toEqual([404, "token_not_found"]);
    expect(errorOf(await end(root.token, (await fundedAccount(opened.db, 1)).tokenId))).toEqual([404, "token_not_found"]);
    expect((await end(root.token, middle.id)).body.ended.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      "below",
      "leaf",
      "middle",
      "middle",
    ]);
    expect(await Promise.all([root.token, other.token, middle.token, middleNow, leafNow, below.token].map(stateOf))).toEqual([
      "accepted",
      "accepted",
      ...Array<string>(4).fill("invalid_token"),
    ]);
    expect(errorOf(await end(root.token, middle.id))).toEqual([404, "token_not_found"]);
    expect(errorOf(await end(root.token, 999_999_999))).toEqual([404, "token_not_found"]);
  });

  test("reaches a live token below one that ended before", async () => {
    const root = await fundedAccount(opened.db, 5);
    const middle = (await create(root.token, "middle")).body;
    const leaf = (await create(middle.token, "leaf")).body;
    await opened.db.execute(sql`update tokens set revoked_at = now() where id = ${middle.id}`);
    expect((await end(root.token, leaf.id)).status).toBe(200);
    expect(await stateOf(leaf.token)).toBe("invalid_token");
  });

  test("of a token with a predecessor in grace ends both", async () => {
    const { token } = await fundedAccount(opened.db, 0);
    const next = (await rotate(token, DAY_SECONDS)).body.token;
    expect((await post(paymentRevoke, next)).body).toMatchObject({ ok: true, ended: 2 });
    expect(await stateOf(token)).toBe("invalid_token");
  });

  test("of the last way to credits needs a confirmation, and suspends the token for ten minutes until it comes", async () => {
    const { token, tokenId, accountId } = await fundedAccount(opened.db, 7);
    const refused = await post(paymentRevoke, token);
    expect([errorOf(refused), refused.body.credits_lost]).toEqual([[409, "confirmation_required"], 7]);
    expect(refused.body.message).toContain("7 credits");
    const suspended = [
      await request(paymentBalance, paymentBalance.path, bearer(token)),
      await request(routing, `${routing.path}?task=code`, bearer(token)),
      await create(token),
      await rotate(token, 0),
    ];
    expect(suspended.map(errorOf)).toEqual(suspended.map(() => [403, "token_suspended"]));
    expect(suspended[1]?.body.billing).toEqual({ credits_charged: 0, credits_remaining: 7 });
    const again = await end(token, tokenId);
    expect([errorOf(again), again.body.suspended_until]).toEqual([[409, "confirmation_required"], refused.body.suspended_until]);
    const later = seconds(new Date(), 601);
    expect(await reserveFor(opened.db, { token, now: later })).toMatchObject({ isHeld: true, suspendedUntil: null });
    expect((await post(paymentRevoke, token, { confirm: true })).body).toMatchObject({ ok: true, balance_at_revoke: 6 });
    expect(await rowsOf(opened.db, sql`select (posted - held)::int as left from accounts where id = ${accountId}`)).toEqual([{ left: 6 }]);
  });

  test("needs no confirmation with another token, without credits, or with a wallet", async () => {
    const two = await fundedAccount(opened.db, 7);
    const other = (await create(two.token)).body;
    expect((await end(two.token, other.id)).status).toBe(200);
    expect((await post(paymentRevoke, (await fundedAccount(opened.db, 0)).token)).status).toBe(200);
    const owned = await fundedAccount(opened.db, 7);
    await opened.db.execute(sql`update accounts set owner_wallet = ${`0x${"ab".repeat(20)}`} where id = ${owned.accountId}`);
    expect((await post(paymentRevoke, owned.token)).status).toBe(200);
  });

  test("of the last two tokens at once leaves one of them", async () => {
    for (let round = 0; round < 5; round++) {
      const { token, accountId } = await fundedAccount(opened.db, 7);
      const second = mintToken("second", "minted");
      await addToken(opened.db, accountId, second.row, new Date());
      const answers = await Promise.all([post(paymentRevoke, token), post(paymentRevoke, second.token)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test("lets calls under way finish, is never overtaken by a creation, and nothing is held after it", async () => {
    const { token, tokenId, accountId } = await fundedAccount(opened.db, 50);
    const child = (await create(token, "child")).body;
    const running = await Promise.all(Array.from({ length: 5 }, () => reserveFor(opened.db, { token: child.token })));
    const [ending, ...rest] = await Promise.all([
      end(token, child.id),
      ...Array.from({ length: 5 }, () => create(child.token, "too late")),
      ...Array.from({ length: 10 }, () => reserveFor(opened.db, { token: child.token })),
    ]);
    expect(ending.status).toBe(200);
    const holds = [...running, ...rest.filter((one) => one !== null && "holdId" in one)] as { holdId: string }[];
    expect(await Promise.all(holds.map(({ holdId }) => capture(opened.db, holdId)))).toEqual(holds.map(() => true));
    expect(await reserveFor(opened.db, { token: child.token })).toBeNull();
    const live = await rowsOf(opened.db, sql`select id::int from tokens where account_id = ${accountId} and revoked_at is null`);
    expect(live).toEqual([{ id: tokenId }]);
    expect(await rowsOf(opened.db, sql`select held::int, posted::int from accounts where id = ${accountId}`)).toEqual([
      { held: 0, posted: 50 - holds.length },
    ]);
  });
});

/** What a thief could do for how long, and how each owner ended it. */
describe("a stolen token", () => {
  const steal = async () => {
    const owner = await fundedAccount(opened.db, 100);
    const production = (await create(owner.token, "production")).body;
    return { owner, production, thief: production.token as string };
  };

  test("of production: the thief spends until the owner ends it by the token that created it, whatever the thief made", async () => {
    const { owner, production, thief } = await steal();
    const spare = (await create(thief, "spare")).body.token;
    const moved = (await rotate(thief, DAY_SECONDS)).body.token;
    expect(errorOf(await end(moved, owner.tokenId))).toEqual([404, "token_not_found"]);
    expect(await stateOf(owner.token)).toBe("accepted");
    expect((await end(owner.token, production.id)).status).toBe(200);
    expect(await Promise.all([thief, spare, moved].map(stateOf))).toEqual(Array(3).fill("invalid_token"));
    expect(await reserveFor(opened.db, { token: moved })).toBeNull();
  });

  test("that is the only one: replacing it without a grace ends the thief's access at once", async () => {
    const { token } = await fundedAccount(opened.db, 100);
    const owned = (await rotate(token, 0)).body.token;
    expect([await stateOf(token), await stateOf(owned)]).toEqual(["invalid_token", "accepted"]);
  });

  test("with which the thief locked the owner out: the operator ends all tokens of the account at once", async () => {
    const { owner, thief } = await steal();
    const taken = (await rotate(owner.token, 0)).body.token;
    expect(await stateOf(owner.token)).toBe("invalid_token");
    const { balance, ended } = await revokeForOperator(opened.db, { account: owner.accountId });
    expect([balance, ended.length]).toEqual([100, 2]);
    expect(await Promise.all([taken, thief].map(stateOf))).toEqual(["invalid_token", "invalid_token"]);
    await expect(revokeForOperator(opened.db, { account: 999_999_999 })).rejects.toThrow("There is no account 999999999");
  });

  test("is of no use while the thief and the owner race: one ending and many creations leave nothing accepted", async () => {
    const { owner, production, thief } = await steal();
    await Promise.all([...Array.from({ length: 6 }, () => create(thief, "more")), end(owner.token, production.id)]);
    expect((await listed(owner.token)).tokens.filter(({ state }: { state: string }) => state === "active")).toHaveLength(1);
  });
});
