import { database } from "@/db/database";
import { utcDay } from "@/lib/domain/basics/date-range";
import { DAY_MS } from "@/lib/domain/basics/time";
import { buildReceipt, receiptRow } from "@/lib/receipts/build-receipt";
import { publishedKey } from "@/lib/receipts/published-key";
import { insertReceipt } from "../stores/stored-rows";
import { publishDay } from "./publish-day";
import { aKey, anAnswer, someFields } from "./receipts";

/**
 * Stores and publishes a receipt of five days ago in the configured database, with a key of its
 * own. The browser's test runner cannot do it, since what it needs imports JSON: it runs this and
 * reads what is printed.
 */
const at = new Date(Date.now() - 5 * DAY_MS);
const db = await database();
const key = aKey("a key that only this test has", false);
await publishedKey(db, new Date(at.getTime() - DAY_MS), key);
const receipts = [0, 1, 2].map((seconds) =>
  buildReceipt(someFields({ server_time: new Date(at.getTime() + seconds * 1000).toISOString() }), key),
);
for (const receipt of receipts) await insertReceipt(db, receiptRow(receipt));
await publishDay(db, utcDay(at), new Date(at.getTime() + DAY_MS), key);
process.stdout.write(JSON.stringify({ receipt: receipts[1], answer: anAnswer }));
process.exit(0);
