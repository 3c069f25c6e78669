import type { Db } from "@/db/client";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import { someFields } from "./receipts";
import { insertReceipt } from "../stores/stored-rows";

/**
 * Stores yesterday's receipt under the id of the proof endpoint's example. The next log run publishes
 * it. Returns its day.
 */
export async function storeExampleReceipt(db: Db): Promise<string> {
  const now = new Date();
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString();
  const receipt = buildReceipt(someFields({ server_time: yesterday }), await publishedKey(db, now));
  await insertReceipt(db, { ...receiptRow(receipt), id: String(receiptProof.example?.query?.id) });
  return yesterday.slice(0, 10);
}
