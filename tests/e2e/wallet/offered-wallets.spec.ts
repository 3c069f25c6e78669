import type { Page } from "@playwright/test";
import { startWalletRelay, type WalletRelay } from "../../support/money/wallet-relay";
import { violationsInEveryLook } from "../axe";
import { atStep, balanceOf, deepen, expect, records, requireBalancedLedger, send, step, test as base, tokenShown } from "./buying";
import { startInstance, stopInstances } from "./instance";
import { startPhone } from "./phone";

const PROJECT = "0123456789abcdef0123456789abcdef";
const HOSTS = [
  "connect-src 'self' https://chain-proxy.wallet.coinbase.com https://rpc.wallet.coinbase.com wss://relay.walletconnect.org https://rpc.walletconnect.org;",
  "frame-src 'self' https://verify.walletconnect.org;",
];

/** A service that offers both wallets, and the relay between a page and a phone. */
const test = base.extend<{ offering: string; relay: WalletRelay }>({
  offering: async ({ chain: _ }, use) => use(await startInstance({ BASE_ACCOUNT: "true", WALLETCONNECT_PROJECT_ID: PROJECT })),
  relay: async ({ chain: _ }, use) => {
    const relay = await startWalletRelay();
    await use(relay);
    await relay.stop();
  },
});

// In one worker, because an instance takes long to start.
test.describe.configure({ mode: "default" });
test.afterAll(stopInstances);
test.afterAll(requireBalancedLedger);

/** Everything that the page asks of other sites, which answer as set. */
async function withoutInternet(page: Page, base: string): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route(
    (url) => url.origin !== base,
    async (route) => {
      asked.push(route.request().url());
      await route.fulfill({ contentType: "text/html", body: "<!doctype html><title>elsewhere</title>" });
    },
  );
  return asked;
}

test("Base Account and WalletConnect are offered where they are configured; nothing of them is loaded before they are chosen", async ({
  page,
  offering,
}) => {
  const asked = await withoutInternet(page, offering);
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => void (new URL(response.url()).pathname.endsWith(".js") && scripts.push(response.text())));
  const has = async (text: string) => (await Promise.all(scripts)).some((script) => script.includes(text));
  const policy = (await page.goto(`${offering}/buy`))?.headers()["content-security-policy"];
  for (const hosts of HOSTS) expect(`${policy};`).toContain(hosts);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  await expect(page.getByRole("heading", { name: "No browser wallet was found" })).toBeVisible();
  await expect(page.getByRole("button", { name: "WalletConnect" })).toBeVisible();
  expect(await violationsInEveryLook(page)).toEqual([]);
  expect([await has("irn_subscribe"), await has("keys.coinbase.com"), asked]).toEqual([false, false, []]);

  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Base Account" }).click();
  expect(new URL((await popup).url()).origin).toBe("https://keys.coinbase.com");
  expect([await has("irn_subscribe"), await has("keys.coinbase.com")]).toEqual([false, true]);
  await atStep(page, "connecting");
  await (await popup).close();
});

test("no other page may load anything from their sites, and a page that was reached by a link has the policy of its own", async ({
  page,
  offering,
}) => {
  await withoutInternet(page, offering);
  const policy = (await page.goto(`${offering}/status`))?.headers()["content-security-policy"];
  expect(policy).toContain("connect-src 'self';");
  await page.evaluate("window.isFirst = true");
  await page.getByRole("link", { name: "Buy credits" }).first().click();
  await expect.poll(() => page.evaluate("[location.pathname, window.isFirst === undefined]").catch(() => null)).toEqual(["/buy", true]);
});

test("a wallet on a phone is paired by the QR code and pays", async ({ page, chain, buyer, offering, relay }) => {
  const broken: string[] = [];
  page.on("console", (message) => void (/Content Security Policy/.test(message.text()) && broken.push(message.text())));
  await withoutInternet(page, offering);
  await page.routeWebSocket(/^wss:\/\/relay\.walletconnect\.org/, (socket) => {
    const take = relay.join((text) => socket.send(text));
    socket.onMessage((text) => take(String(text)));
  });
  await page.route("https://rpc.walletconnect.org/**", async (route) => {
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    if (route.request().method() === "OPTIONS") return route.fulfill({ headers });
    const answer = await fetch(chain.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: route.request().postData() ?? "",
    });
    await route.fulfill({ headers, contentType: "application/json", body: await answer.text() });
  });
  const phone = await startPhone(relay.url, chain, buyer);
  try {
    await page.goto(`${offering}/buy`);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "WalletConnect" }).click();
    const code = page.getByRole("img", { name: "QR code that connects a wallet on a phone" });
    // The library waits some seconds for the frame that vouches for the site.
    await expect(code).toBeVisible({ timeout: 20_000 });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "WalletConnect" }).click();
    await expect(code).toBeVisible({ timeout: 20_000 });
    expect(await violationsInEveryLook(page)).toEqual([]);
    await phone.scan((await step(page).locator('a[href^="wc:"]').getAttribute("href")) ?? "");
    await atStep(page, "review");
    await send(page);
    await deepen(chain);
    const token = await tokenShown(page);
    expect(await balanceOf(page, token)).toMatchObject({ status: 200, balance: 275 });
    expect([await records(page), phone.methods, broken]).toEqual([[], ["eth_sendTransaction"], []]);
  } finally {
    await phone.stop();
  }
});
