import type { Page } from "@playwright/test";

export interface PublishedWallet {
  address: string;
  contract: string;
  chain_id: number;
  decimals: number;
}

/** The text with another last character. */
export const other = (text: string): string => text.slice(0, -1) + (text.endsWith("0") ? "1" : "0");

/** Alters what payment/info says on its way to the page. */
export async function alterInfo(page: Page, alter: (wallet: PublishedWallet) => void): Promise<void> {
  await page.route("**/api/payment/info", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { wallet: PublishedWallet };
    alter(body.wallet);
    await route.fulfill({ response, json: body });
  });
}

/** Alters the address in llms.txt on its way to the page. */
export async function alterLlms(page: Page): Promise<void> {
  await page.route("**/llms.txt", async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(
      /(USDC on Base\): )(0x[0-9a-fA-F]{40})/,
      (_, words: string, address: string) => words + other(address),
    );
    await route.fulfill({ response, body: text });
  });
}
