import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addToken } from "@/db/queries/money/tokens/tokens";
import { createToken, endAccount, endToken, rotateOwnToken } from "@/lib/money/tokens/account-tokens";
import { rotateByBearer } from "@/lib/money/tokens/rotate-by-bearer";
import { hashToken, mintToken } from "@/lib/money/base/access-token";
import { MOST_CREATED_PER_DAY, MOST_LIVE_TOKENS } from "@/lib/domain/money/token-limits";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import { createPaymentToken } from "@/lib/endpoints/payment/tokens/create";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { routing } from "@/lib/endpoints/premium/routing";
import { forEachDriver } from "../../support/stores/drivers";
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

describe("creating", () => {
  test("gives a named token of the same account, lists it without the token, and shows it once", async () => {
    const { token, accountId, tokenId } = await fundedAccount(opened.db, 30);
    const made = await create(token, "nightly report");
    expect(made.body).toMatchObject({ ok: true, name: "nightly report", parent: tokenId, balance: 30 });
    expect(made.headers.get("cache-control")).toBe("private, no-store");
    expect(await stateOf(made.body.token)).toBe("accepted");
    const list = await listed(token);
    expect(list).toMatchObject({
      account_id: accountId,
      tokens: [
        {
          id: made.body.id,
          name: "nightly report",
          state: "active",
          parent: tokenId,
          ends: null,
          last_used: null,
          is_current: false,
          may_end: true,
        },
        { id: tokenId, state: "active", parent: null, is_current: true, may_end: true },
      ],
    });
    expect(JSON.stringify(list)).not.toContain(made.body.token);
    expect((await listed(made.body.token)).tokens.map((one: { may_end: boolean }) => one.may_end)).toEqual([true, false]);
  });

  test("answers a repeat with 409 and the first token's id, and the database holds neither token nor key", async () => {
    const { token } = await fundedAccount(opened.db, 30);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(token, "once", { "idempotency-key": key })));
    const [made] = answers.filter(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    const repeat = await create(token, "once", { "idempotency-key": key });
    expect([errorOf(repeat), repeat.body.id]).toEqual([[409, "token_already_shown"], made?.body.id]);
    const rows = JSON.stringify([
      await rowsOf(opened.db, sql`select t::text as row from tokens t`),
      await rowsOf(opened.db, sql`select s::text as row from stored_answers s`),
    ]);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(made?.body.token.slice(20));
  });

  test(`keeps ${MOST_LIVE_TOKENS} tokens and ${MOST_CREATED_PER_DAY} creations a day under 30 simultaneous calls`, async () => {
    const day = await fundedAccount(opened.db, 1);
    const created = await Promise.all(Array.from({ length: 30 }, () => create(day.token)));
    expect(created.filter(({ status }) => status === 200)).toHaveLength(MOST_CREATED_PER_DAY);
    expect(new Set(created.filter(({ status }) => status !== 200).map((answer) => errorOf(answer).join(" ")))).toEqual(
      new Set(["429 token_daily_limit_reached"]),
    );
    const full = await fundedAccount(opened.db, 1);
    for (let count = 1; count < MOST_LIVE_TOKENS - 3; count++) {
      await addToken(opened.db, full.accountId, mintToken("filler", "minted").row, new Date());
    }
    const squeezed = await Promise.all(Array.from({ length: 30 }, () => create(full.token)));
    expect(squeezed.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(errorOf(await create(full.token))).toEqual([409, "per_account_token_cap_reached"]);
    expect(errorOf(await rotate(full.token, 3600))).toEqual([409, "per_account_token_cap_reached"]);
    expect((await rotate(full.token, 0)).status).toBe(200);
  });

  test.each([
    ["a\u0000b", "malformed_request"],
    ["a\u001b[2J", "malformed_request"],
    ["a\nb", "invalid_request_body"],
    ["a\u0085b", "invalid_request_body"],
  ])("refuses the name %j, which terminals would obey", async (name, error) => {
    const { token } = await fundedAccount(opened.db, 1);
    const refused = await post(createPaymentToken, token, { name });
    expect([errorOf(refused), refused.body.message]).toEqual([[400, error], expect.stringContaining("control characters")]);
  });

  test("refuses a name that is missing, blank or too long", async () => {
    const { token } = await fundedAccount(opened.db, 1);
    for (const body of [{}, { name: "  " }, { name: "x".repeat(101) }, { name: 7 }]) {
      expect(errorOf(await post(createPaymentToken, token, body))).toEqual([400, "invalid_request_body"]);
    }
    expect((await post(createPaymentToken, token)).status).toBe(400);
  });
});

describe("replacing", () => {
  test("leaves the old token a grace in which it spends and does nothing else", async () => {
    const { token, tokenId } = await fundedAccount(opened.db, 30);
    const child = (await create(token, "child")).body;
    const next = await rotate(token, 3600);
    expect(next.body).toMatchObject({ ok: true, balance: 30 });
    const list = await listed(next.body.token);
    const replacing = list.tokens[0];
    expect(list.tokens).toMatchObject([
      { parent: tokenId, state: "active", name: "test" },
      { id: child.id, parent: replacing.id },
      { id: tokenId, state: "grace", ends: next.body.old_token_ends, may_end: false },
    ]);
    expect((await request(routing, `${routing.path}?task=code`, bearer(token))).body.billing).toMatchObject({
      credits_remaining: expect.any(Number),
    });
    for (const refused of [
      await create(token),
      await rotate(token, 0),
      await end(token, child.id),
      await end(token, tokenId),
      await post(paymentRevoke, token),
    ]) {
      expect(errorOf(refused)).toEqual([403, "token_in_grace"]);
    }
    expect(await stateOf(next.body.token)).toBe("accepted");
  });

  test("ends the grace to the millisecond: a hold made before is charged, none is made after", async () => {
    const { token, tokenId, accountId } = await fundedAccount(opened.db, 5);
    const now = new Date();
    await rotateOwnToken(opened.db, { actor: { accountId, tokenId }, now, graceSeconds: 3600, idempotencyKey: null });
    const last = await reserveFor(opened.db, { token, now: new Date(seconds(now, 3600).getTime() - 1) });
    expect(last).toMatchObject({ isHeld: true });
    expect(await reserveFor(opened.db, { token, now: seconds(now, 3600) })).toBeNull();
    expect(await capture(opened.db, last?.holdId ?? "", seconds(now, 3601))).toBe(true);
  });

  test("happens once when asked twice at once, and a repeat by the ended token learns the new one's id", async () => {
    for (const grace of [0, DAY_SECONDS]) {
      const { token, tokenId, accountId } = await fundedAccount(opened.db, 5);
      const key = { "idempotency-key": randomUUID() };
      const answers = await Promise.all(Array.from({ length: 8 }, () => rotate(token, grace, key)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const repeat = await rotate(token, grace, key);
      const [replacing] = await rowsOf<{ id: number }>(
        opened.db,
        sql`select id::int from tokens where account_id = ${accountId} and parent_id = ${tokenId}`,
      );
      expect([errorOf(repeat), repeat.body.id]).toEqual([[409, "token_already_shown"], replacing?.id]);
      expect(errorOf(await rotate(token, grace))).toEqual(grace === 0 ? [401, "invalid_token"] : [403, "token_in_grace"]);
    }
  });

  test("without a grace ends the tokens that were replaced before and are in grace", async () => {
    const first = await fundedAccount(opened.db, 5);
    const second = (await rotate(first.token, DAY_SECONDS)).body.token;
    const third = (await rotate(second, DAY_SECONDS)).body.token;
    expect([await stateOf(first.token), await stateOf(second)]).toEqual(["accepted", "accepted"]);
    const fourth = (await rotate(third, 0)).body.token;
    expect(await Promise.all([first.token, second, third, fourth].map(stateOf))).toEqual([
      "invalid_token",
      "invalid_token",
      "invalid_token",
      "accepted",
    ]);
  });

  test("refuses other graces, a signature beside a token, and nothing at all", async () => {
    const { token } = await fundedAccount(opened.db, 5);
    for (const grace of [-1, 1, 60, 86_401, "3600", null]) {
      expect(errorOf(await post(rotatePaymentToken, token, { grace_seconds: grace }))).toEqual([400, "invalid_request_body"]);
    }
    const signature = { wallet: `0x${"11".repeat(20)}`, signature: "0x00", account_id: 1 };
    expect(errorOf(await post(rotatePaymentToken, token, signature))).toEqual([400, "multiple_credentials"]);
    const nobody = await request(rotatePaymentToken, rotatePaymentToken.path, { method: "POST" });
    expect([errorOf(nobody), nobody.body.parameter]).toEqual([[400, "invalid_request_body"], "wallet"]);
  });
});

forEachDriver((open) => {
  test("statements of tokens run on every driver", async () => {
    const database = await open();
    const now = new Date();
    const { token, tokenId, accountId } = await fundedAccount(database.db, 3);
    const actor = { accountId, tokenId };
    const made = await createToken(database.db, { actor, now, name: "child", idempotencyKey: "k" });
    const rotated = await rotateByBearer(database.db, hashToken(token), { graceSeconds: 3600, idempotencyKey: null, now });
    const ended = await endToken(database.db, { actor: { accountId, tokenId: rotated.id }, tokenId: made.id, isConfirmed: false, now });
    expect(ended.ended.map(({ id }) => id)).toEqual([made.id]);
    expect((await endAccount(database.db, accountId, now)).ended).toHaveLength(2);
    await database.close();
  });
});
