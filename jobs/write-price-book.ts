import { storePriceBook } from "@/lib/ingest/history/store-price-book";
import { defineJob } from "./define";

export const writePriceBook = defineJob({
  name: "write-price-book",
  summary: "Writes the dated price book of all listings as files, once for each captured day",
  cadence: { everyMinutes: 10 },
  writes: ["price_book"],
  timeoutSeconds: 120,
  runsAtStart: true,
  run: ({ db, now }) => storePriceBook(db, now),
});
