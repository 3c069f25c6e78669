import { inTransaction, type Db } from "@/db/client";
import { storeCrawlerBatch } from "@/db/queries/agents/crawlers";
import { recordSourceOutcomes } from "@/db/queries/freshness/operations";
import { crawlerRecorder, type CrawlerRecorder } from "./recorder";

/** Attaches the database as the sink. Close the recorder before the database. */
export function startCrawlerRecorder(database: () => Promise<Db>): CrawlerRecorder {
  const recorder = crawlerRecorder();
  recorder.attach(async (batch) => {
    await inTransaction(await database(), async (tx) => {
      await storeCrawlerBatch(tx, batch);
      await recordSourceOutcomes(tx, [{ source: "crawler_activity/own-log", dataset: "crawler_activity", at: new Date(), fault: null }]);
    });
  });
  return recorder;
}
