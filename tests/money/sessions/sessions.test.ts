import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { encodeFunctionData, pad, serializeErc6492Signature, toHex, type Hex } from "viem";
import type { HDAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pruneSessions } from "@/db/queries/money/tokens/sessions";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { routing } from "@/lib/endpoints/premium/routing";
import {
  createTokenInSession,
  currentSession,
  endEverything,
  endTokenInSession,
  rotateTokenInSession,
  signInWithToken,
  signInWithWallet,
  signOut,
  signOutEverywhere,
  startWalletSignIn,
} from "@/lib/http/session/account-session";
import { callInSession } from "@/lib/http/session/call-in-session";
import { readSession, SESSION_SECONDS } from "@/lib/money/sessions/sessions";
import { readSessionCookie } from "@/lib/http/session/session-cookie";
import { revokeForOperator } from "@/lib/money/tokens/token-commands";
import { rotate, stateOf } from "../../support/money/account-tokens";
import { startChain, type TestChain } from "../../support/money/chain";
import { faultsOfLedger } from "../../support/money/money";
import { bearer, fundedAccount } from "../../support/money/paid-calls";
import { browserAt } from "../../support/money/visits";
import { lacksAnvil } from "../../support/lacks";
import { request } from "../../support/server/request";
import { rowsOf } from "../../support/stores/rows-of";
import { useTestDatabase, type TestDatabase } from "../../support/stores/database";

const SITE = "https://data.example.org";

describe.skipIf(lacksAnvil())("sessions", () => {
  let local: TestChain;
  let opened: TestDatabase;
  beforeAll(async () => {
    [local, opened] = await Promise.all([startChain(), useTestDatabase()]);
    Object.assign(process.env, local.environment(), { PUBLIC_BASE_URL: SITE });
  });
  afterAll(async () => {
    await opened?.close();
    await local?.stop();
  });

  const owned = async (wallet: string, credits: number) => {
    const account = await fundedAccount(opened.db, credits);
    await opened.db.execute(sql`update accounts set owner_wallet = ${wallet.toLowerCase()} where id = ${account.accountId}`);
    return account;
  };
  const refusalOf = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => "not refused",
      (error: { code: string }) => error.code,
    );
  const signIn = async (browser: ReturnType<typeof browserAt>, wallet: HDAccount, accountId: number | null = null) => {
    const text = await startWalletSignIn(browser, wallet.address);
    return { text, signature: await wallet.signMessage({ message: text }), accountId };
  };
  const sessionRows = async () => (await rowsOf<{ count: number }>(opened.db, sql`select count(*)::int as count from sessions`))[0]?.count;

  describe("by token", () => {
    test("set a host-only cookie that scripts cannot read, and hold neither token nor account in it", async () => {
      const { token, accountId, tokenId } = await fundedAccount(opened.db, 9);
      const browser = browserAt(SITE);
      await signInWithToken(browser, token);
      const [cookie = ""] = browser.written();
      expect(cookie).toMatch(/^__Host-session=.*; Path=\//);
      for (const mark of ["HttpOnly", "Secure", "SameSite=strict"]) expect(cookie.toLowerCase()).toContain(mark.toLowerCase());
      expect(cookie.toLowerCase()).not.toContain("domain");
      const secret = (await readSessionCookie(browser.cookies)) ?? "";
      const dump = JSON.stringify(await rowsOf(opened.db, sql`select s::text as row from sessions s`));
      expect([dump.includes(secret), dump.includes(token), cookie.includes(token)]).toEqual([false, false, false]);
      expect(await currentSession(browser)).toMatchObject({ accountId, tokenId, wallet: null });
      expect(await stateOf(token)).toBe("accepted");
    });

    test("is read from no cookie without the prefix, and from none that was changed", async () => {
      const { token } = await fundedAccount(opened.db, 9);
      const browser = browserAt(SITE);
      await signInWithToken(browser, token);
      const value = browser.cookies.get("__Host-session")?.value ?? "";
      expect(await currentSession(browserAt(SITE, [["session", value]]))).toBeNull();
      expect(await currentSession(browserAt(SITE, [["__Host-session", `${value.slice(0, -9)}AAAAAAAAA`]]))).toBeNull();
      expect(await currentSession(browserAt(SITE))).toBeNull();
    });

    test("end with a sign-out, also for a copied cookie, and leave the token alone", async () => {
      const { token } = await fundedAccount(opened.db, 9);
      const browser = browserAt(SITE);
      await signInWithToken(browser, token);
      const thief = browser.copy();
      expect(await currentSession(thief)).not.toBeNull();
      await signOut(browser);
      expect([await currentSession(browser), await currentSession(thief)]).toEqual([null, null]);
      expect(await stateOf(token)).toBe("accepted");
    });

    test("end with the token, with the account, after twelve hours, and with the grace of a replaced token", async () => {
      const revoked = await fundedAccount(opened.db, 0);
      const [one, two, three] = [browserAt(SITE), browserAt(SITE), browserAt(SITE)];
      await signInWithToken(one, revoked.token);
      await request(paymentRevoke, paymentRevoke.path, { method: "POST", ...bearer(revoked.token) });
      expect(await currentSession(one)).toBeNull();

      const ended = await fundedAccount(opened.db, 5);
      await signInWithToken(two, ended.token);
      await revokeForOperator(opened.db, { account: ended.accountId });
      expect(await currentSession(two)).toBeNull();

      const replaced = await fundedAccount(opened.db, 5);
      await signInWithToken(three, replaced.token);
      const secret = (await readSessionCookie(three.cookies)) ?? "";
      const after = (seconds: number) => new Date(Date.now() + seconds * 1000);
      expect(await readSession(opened.db, secret, after(SESSION_SECONDS - 60))).not.toBeNull();
      expect(await readSession(opened.db, secret, after(SESSION_SECONDS + 1))).toBeNull();
      await rotate(replaced.token, 3600);
      expect(await readSession(opened.db, secret, after(3500))).not.toBeNull();
      expect(await readSession(opened.db, secret, after(3601))).toBeNull();
      await pruneSessions(opened.db, after(SESSION_SECONDS + 1));
      expect(await sessionRows()).toBe(0);
    });

    test("are refused for an unknown token and for a form of another site", async () => {
      const { token } = await fundedAccount(opened.db, 5);
      expect(await refusalOf(signInWithToken(browserAt(SITE), "nobody"))).toBe("invalid_token");
      for (const origin of ["https://evil.example", "http://data.example.org", "https://data.example.org:8443"]) {
        expect([origin, await refusalOf(signInWithToken(browserAt(origin), token))]).toEqual([origin, "foreign_origin"]);
      }
      const silent = browserAt(SITE);
      silent.headers.delete("origin");
      expect(await refusalOf(signInWithToken(silent, token))).toBe("foreign_origin");
      const framed = browserAt(SITE);
      framed.headers.set("sec-fetch-site", "cross-site");
      expect(await refusalOf(signInWithToken(framed, token))).toBe("foreign_origin");
      expect(await sessionRows()).toBe(0);
    });
  });

  describe("signing out everywhere", () => {
    test("ends the sessions of the token, not the wallet's; the wallet ends all; no token ends", async () => {
      const wallet = local.settler;
      const { token } = await owned(wallet.address, 3);
      const [here, there, owner] = [browserAt(SITE), browserAt(SITE), browserAt(SITE)];
      await signInWithToken(here, token);
      await signInWithToken(there, token);
      await signInWithWallet(owner, await signIn(owner, wallet));
      await signOutEverywhere(here);
      expect([await currentSession(here.copy()), await currentSession(there)]).toEqual([null, null]);
      expect(await currentSession(owner)).not.toBeNull();
      await signInWithToken(here, token);
      await signOutEverywhere(owner);
      expect([await currentSession(here), await currentSession(owner.copy())]).toEqual([null, null]);
      expect(await stateOf(token)).toBe("accepted");
    });
  });

  describe("calls in a session", () => {
    test("pay as the token does, once per key, and leave the ledger balanced", async () => {
      const { token } = await fundedAccount(opened.db, 5);
      const browser = browserAt(SITE);
      await signInWithToken(browser, token);
      expect(await callInSession(browser, paymentBalance)).toMatchObject({ status: 200, body: { balance: 5 } });
      const watch = { spec: { type: "digest", cadence: "daily" }, callback_url: "https://93.184.215.14/hook" };
      const idempotencyKey = randomUUID();
      const made = await Promise.all([1, 2, 3].map(() => callInSession(browser, createWatch, { body: watch, idempotencyKey })));
      expect(made.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(await callInSession(browser, createWatch, { body: watch, idempotencyKey })).toMatchObject({ status: 200 });
      expect((await callInSession(browser, paymentBalance)).body).toMatchObject({ balance: 4 });
      expect(await faultsOfLedger(opened.db)).toEqual([]);
    });

    test("need a key and an own origin where they cost credits, and somebody who is signed in", async () => {
      const { token } = await fundedAccount(opened.db, 5);
      const browser = browserAt(SITE);
      await signInWithToken(browser, token);
      const query = { task: "code" };
      expect(await refusalOf(callInSession(browser, routing, { query }))).toBe("invalid_idempotency_key");
      const foreign = browser.copy();
      foreign.headers.set("origin", "https://evil.example");
      expect(await refusalOf(callInSession(foreign, routing, { query, idempotencyKey: randomUUID() }))).toBe("foreign_origin");
      expect(await refusalOf(callInSession(browserAt(SITE), paymentBalance))).toBe("session_required");
      expect((await callInSession(browser, paymentBalance)).body).toMatchObject({ balance: 5 });
    });

    test("rotate the token of the session, which goes on, while a thief's ends", async () => {
      const { token, tokenId } = await fundedAccount(opened.db, 5);
      const [owner, thief] = [browserAt(SITE), browserAt(SITE)];
      await signInWithToken(owner, token);
      await signInWithToken(thief, token);
      const rotated = await rotateTokenInSession(owner, { graceSeconds: 0, idempotencyKey: randomUUID() });
      expect(await currentSession(owner)).toMatchObject({ tokenId: rotated.id });
      expect(await currentSession(thief)).toBeNull();
      const child = await createTokenInSession(owner, { name: "child", idempotencyKey: randomUUID() });
      expect(await refusalOf(endTokenInSession(owner, { tokenId, isConfirmed: false }))).toBe("token_not_found");
      expect((await endTokenInSession(owner, { tokenId: child.id, isConfirmed: false })).ended).toMatchObject([{ id: child.id }]);
      expect(await refusalOf(endEverything(owner))).toBe("session_required");
    });
  });

  describe("by wallet", () => {
    test("open the account that the wallet first paid into, once per text", async () => {
      const [, wallet] = local.buyers;
      const { accountId, token } = await owned(wallet.address, 7);
      const browser = browserAt(SITE);
      const proof = await signIn(browser, wallet);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => refusalOf(signInWithWallet(browserAt(SITE), proof))));
      expect(outcomes.toSorted()).toEqual(["not refused", ...Array<string>(5).fill("sign_in_refused")].toSorted());
      expect(await signInWithWallet(browser, await signIn(browser, wallet))).toBeNull();
      expect(await currentSession(browser)).toMatchObject({ accountId, tokenId: null, wallet: wallet.address.toLowerCase() });
      expect((await callInSession(browser, paymentBalance)).body).toMatchObject({ balance: 7 });
      const thief = (await createTokenInSession(browser, { name: "worker", idempotencyKey: randomUUID() })).token;
      expect((await endEverything(browser)).ended).toHaveLength(2);
      expect(await Promise.all([token, thief].map(stateOf))).toEqual(["invalid_token", "invalid_token"]);
      expect(await currentSession(browser.copy())).toBeNull();
      await signInWithWallet(browser, await signIn(browser, wallet));
      expect(await refusalOf(callInSession(browser, paymentBalance))).toBe("token_required");
    });

    test("ask which of several accounts, and open no other's", async () => {
      const [, , wallet] = local.buyers;
      const [first, second, other] = [await owned(wallet.address, 1), await owned(wallet.address, 2), await fundedAccount(opened.db, 3)];
      const browser = browserAt(SITE);
      const proof = await signIn(browser, wallet);
      expect(await signInWithWallet(browser, proof)).toMatchObject([{ id: first.accountId }, { id: second.accountId }]);
      expect(await currentSession(browser)).toBeNull();
      expect(await refusalOf(signInWithWallet(browser, { ...proof, accountId: other.accountId }))).toBe("no_account_of_wallet");
      expect(await signInWithWallet(browser, { ...proof, accountId: second.accountId })).toBeNull();
      expect(await currentSession(browser)).toMatchObject({ accountId: second.accountId });
    });

    test("create nothing for a wallet without an account", async () => {
      const [, , , wallet] = local.buyers;
      const before = await rowsOf(opened.db, sql`select count(*)::int as count from accounts`);
      const browser = browserAt(SITE);
      expect(await refusalOf(signInWithWallet(browser, await signIn(browser, wallet)))).toBe("no_account_of_wallet");
      expect(await rowsOf(opened.db, sql`select count(*)::int as count from accounts`)).toEqual(before);
    });

    test("refuse texts of another site, chain, wallet, age or maker", async () => {
      const [wallet] = local.buyers;
      await owned(wallet.address, 1);
      const browser = browserAt(SITE);
      const { text } = await signIn(browser, wallet);
      const changed = [
        text.replaceAll("data.example.org", "evil.example"),
        text.replace("Chain ID: 8453", "Chain ID: 1"),
        text.replace(/Nonce: \w+/, `Nonce: ${"ab".repeat(30)}`),
        text.replace(/Expiration Time: .*/, "Expiration Time: 2099-01-01T00:00:00.000Z"),
        `${text}\nResources:\n- https://evil.example`,
        "nonsense",
      ];
      for (const given of changed) {
        expect(given).not.toBe(text);
        const signature = await wallet.signMessage({ message: given });
        expect([given.slice(0, 40), await refusalOf(signInWithWallet(browser, { text: given, signature, accountId: null }))]).toEqual([
          given.slice(0, 40),
          "sign_in_refused",
        ]);
      }
      const foreign = await local.buyers[1].signMessage({ message: text });
      expect(await refusalOf(signInWithWallet(browser, { text, signature: foreign, accountId: null }))).toBe("sign_in_refused");
    });

    test("accept contract wallets by ERC-1271, and by ERC-6492 before they are deployed", async () => {
      const [keeper] = local.buyers;
      const browser = browserAt(SITE);
      const deployed = await local.deployWallet(keeper.address);
      const factory = await local.deploy("WalletFactory");
      const { abi } = local.contracts.WalletFactory;
      const args = [keeper.address, pad(toHex(7))] as const;
      const planned = (await local.client.readContract({ address: factory, abi, functionName: "addressOf", args })) as Hex;
      const data = encodeFunctionData({ abi, functionName: "make", args });
      for (const [address, wrap] of [
        [deployed, (signature: Hex) => signature],
        [planned, (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })],
      ] as const) {
        const { accountId } = await owned(address, 1);
        const text = await startWalletSignIn(browser, address);
        const signature = wrap(await keeper.signMessage({ message: text }));
        expect(await signInWithWallet(browser, { text, signature, accountId: null })).toBeNull();
        expect(await currentSession(browser)).toMatchObject({ accountId, wallet: address.toLowerCase() });
        await signOut(browser);
      }
    });
  });
});
