import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import pg from "pg";
import type { TestChain } from "../../support/money/chain";
import { databaseUrl, deepen, expect, send, toReview } from "./buying";

/** The memo of each quote that the page asks for from now on, in order. */
export function memosOf(page: Page): string[] {
  const memos: string[] = [];
  page.on("response", async (response) => {
    if (!response.url().endsWith("/api/payment/buy-credits") || !response.ok()) return;
    memos.push(((await response.json()) as { memo: string }).memo);
  });
  return memos;
}

/** Moves the quote of a memo so many hours into the past. */
export async function makeOlder(memo: string, hours: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl() });
  await client.connect();
  try {
    const moved = await client.query(
      "update quotes set created_at = created_at - $2 * interval '1 hour', expires_at = expires_at - $2 * interval '1 hour' where memo_hash = $1",
      [createHash("sha256").update(memo).digest("hex"), hours],
    );
    expect(moved.rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

/** Pays after a change at the review, to the quote of the memo or to the wallet. The transfer is deep enough. */
export async function payAltered(page: Page, chain: TestChain, alter: (memo: string) => unknown): Promise<void> {
  const memos = memosOf(page);
  await toReview(page);
  await expect.poll(() => memos.length).toBe(1);
  await alter(memos[0]!);
  await send(page);
  await deepen(chain);
}
