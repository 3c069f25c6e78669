import { atStep, connect, expect, press, toWallets } from "../buying";
import { answerFrom, startInstance } from "../instance";
import { alterLlms } from "../tampering";
import { failing, setBlocked, strangers, withoutEther, type Scene, type Ways } from "./scene";

/** Bridged USDC, at its address on Base. */
const USDBC = "0xd9aAEc86B65D86f6A7B5B1b0c42FFA531710b6CA";
const REQUESTS_A_MINUTE = 120;
const RESERVED_AMOUNTS = 20;

/** A wallet without USDC, and with so much of the bridged token. */
async function withBridged({ chain, wallet, afterwards }: Scene, units: bigint): Promise<void> {
  const stranger = strangers.next();
  wallet.payFrom(stranger);
  await chain.client.setCode({ address: USDBC, bytecode: chain.contracts.TestUSDC.runtime });
  afterwards(() => chain.client.setCode({ address: USDBC, bytecode: "0x" }));
  await chain.call(chain.settler, { address: USDBC, name: "TestUSDC" }, "mint", [stranger.address, units]);
}

const quoteFromHere = (page: Scene["page"]) => page.request.post("/api/payment/buy-credits", { data: { amount_usd: 5 } });

/** States from a connected wallet to its quote, and the form before, each with the ways to it. */
export const BEFORE_PAYMENT = {
  editing: {
    "the form": { reach: ({ page }) => page.goto("/buy"), shows: "Connect wallet", reloaded: "form" },
  },
  paused: {
    "sales stop while the page is open": {
      async reach({ page }) {
        await page.goto("/buy");
        await answerFrom(page, await startInstance({ PAYMENTS_DISABLED: "true" }));
        await press(page, "Connect wallet");
        await press(page, "Test Wallet");
      },
      shows: "Purchases are paused",
      reloaded: "form",
    },
  },
  checking: {
    "the wallet does not say the balance": {
      async reach({ page, wallet }) {
        wallet.behave("eth_getBalance", { kind: "hang" }, "always");
        await connect(page);
      },
      shows: "Checking before anything is sent",
      reloaded: "form",
    },
  },
  "check-failed": {
    "the wallet cannot read the chain": {
      async reach({ page, wallet }) {
        wallet.behave("eth_getBalance", failing(-32_603, "Internal error."), "always");
        await connect(page);
      },
      shows: "The checks could not be made",
      reloaded: "form",
    },
  },
  "address-differs": {
    "one character of llms.txt is another": {
      async reach({ page }) {
        await alterLlms(page);
        await connect(page);
      },
      shows: "Do not send",
      reloaded: "form",
    },
  },
  "address-unchecked": {
    "llms.txt is not reached": {
      async reach({ page }) {
        await page.route("**/llms.txt", (route) => route.abort());
        await connect(page);
      },
      shows: "Not reached: llms.txt",
      reloaded: "form",
    },
    "the device is offline": {
      async reach({ page }) {
        await toWallets(page);
        await page.getByRole("button", { name: "Test Wallet" }).waitFor();
        await page.context().setOffline(true);
        await press(page, "Test Wallet");
      },
      shows: "0 of 2 copies of the address were checked",
      reloaded: "form",
    },
  },
  "too-little-usdc": {
    "a smaller amount can be paid": {
      reach: ({ page }) => connect(page, { amount: "9000" }),
      shows: "Lower the amount to",
      reloaded: "form",
    },
    "the wallet has bridged USDC alone": {
      async reach(scene) {
        await withBridged(scene, 7_000_000n);
        await connect(scene.page);
      },
      shows: "The 7.00 USDbC in this wallet is bridged USDC",
      reloaded: "form",
    },
  },
  "no-gas": {
    "the service can pay the gas": {
      async reach(scene) {
        await withoutEther(scene);
        await connect(scene.page);
      },
      shows: "Pay without ETH",
      reloaded: "form",
    },
    "the amount is too small for that": {
      async reach(scene) {
        await withoutEther(scene);
        await connect(scene.page, { amount: "0.5" });
      },
      shows: "Add a little ETH on Base",
      reloaded: "form",
    },
  },
  quoting: {
    "the service has not answered yet": {
      async reach({ page }) {
        await page.route("**/api/payment/buy-credits", () => undefined);
        await connect(page);
      },
      shows: "Getting your quote",
      reloaded: "form",
    },
  },
  "quote-refused": {
    "too many amounts are reserved": {
      async reach({ page }) {
        for (let at = 0; at < RESERVED_AMOUNTS; at++) expect((await quoteFromHere(page)).status()).toBe(200);
        await connect(page);
      },
      shows: /amounts are reserved for you.*Nothing was sent/,
      reloaded: "form",
    },
    "too many requests in a minute": {
      async reach(scene) {
        const { page } = scene;
        await withoutEther(scene);
        await connect(page);
        await atStep(page, "no-gas");
        await Promise.all(Array.from({ length: REQUESTS_A_MINUTE }, () => page.request.get("/api/payment/claim-message")));
        await press(page, "Pay without ETH");
      },
      shows: /Try again in \d+ second/,
      reloaded: "form",
    },
    "the device is offline": {
      async reach(scene) {
        const { page } = scene;
        await withoutEther(scene);
        await connect(page);
        await atStep(page, "no-gas");
        await page.context().setOffline(true);
        await press(page, "Pay without ETH");
      },
      shows: "this device is offline",
      reloaded: "form",
    },
    "the buyer's country is embargoed": {
      async reach({ page }) {
        await page.setExtraHTTPHeaders({ "X-Vercel-IP-Country": "CU" });
        await connect(page);
      },
      shows: "No quote can be given",
      reloaded: "form",
    },
  },
  unpayable: {
    "USDC's issuer has blocked the account": {
      async reach({ page, chain, buyer, afterwards }) {
        afterwards(() => setBlocked(chain, buyer, false));
        await setBlocked(chain, buyer, true);
        await connect(page);
      },
      shows: "USDC's issuer has blocked one of the two addresses",
      reloaded: "form",
    },
  },
} satisfies Record<string, Ways>;
