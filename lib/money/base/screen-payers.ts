import type { Screener } from "../chain/screener";
import { refusal, retryable } from "./refusals";

const SCREENING_RETRY_SECONDS = 30;

export async function screenPayers(screener: Screener, payments: readonly { sender: string }[]): Promise<void> {
  for (const wallet of new Set(payments.map(({ sender }) => sender))) {
    const verdict = await screener.screen(wallet);
    if (verdict === "blocked") throw refusal("sanctions_block", "This payment comes from a wallet that we may not deal with.");
    if (verdict === "unavailable") {
      throw retryable(
        "screening_unavailable",
        "The payer cannot be screened right now. The payment stays claimable; retry.",
        SCREENING_RETRY_SECONDS,
      );
    }
  }
}
