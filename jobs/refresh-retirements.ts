import { inTransaction, type Db } from "@/db/client";
import { listPriceSourceStates } from "@/db/queries/models/models";
import { listEndsInPriceLists, listRetirementStatements } from "@/db/queries/models/retirements";
import { env } from "@/lib/config/env";
import { utcDay } from "@/lib/domain/basics/date-range";
import { groupBy } from "@/lib/domain/basics/group-by";
import { listedEnd } from "@/lib/domain/models/listing-ends";
import type { ReadingSource } from "@/lib/domain/models/model-listing";
import { countReads, readDocument, readWhole, recordReads } from "@/lib/ingest/read-whole-source";
import { storeRetirements, type StatementReading } from "@/lib/ingest/models/retirements/store-retirements";
import { storeCatalog } from "@/lib/ingest/models/store-catalog";
import { hasLostMost } from "@/lib/domain/models/retirements/lost-statements";
import { SourceError, type SourceHttp } from "@/lib/sources/http/source";
import { retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import type { Statement } from "@/lib/domain/models/retirements/retirement";
import type { RetirementSource } from "@/lib/sources/models/retirements/retirement-source";
import { offload } from "@/lib/sources/workers/offload";
import { defineJob } from "./define";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 4_000_000;

/** Lists of prices that name a day, or call a model deprecated; each was read by `refresh-pricing`. */
const PRICE_LISTS: readonly ReadingSource[] = ["models.dev", "litellm", "openrouter"];
/** The price list that is a host's own. */
const OWN_LISTS: Partial<Record<ReadingSource, string>> = { openrouter: "openrouter" };

/** Read in full every day: what a page says of a day may mean something else once that day has passed. */
async function readSource(http: SourceHttp, source: RetirementSource, known: readonly Statement[], now: Date) {
  const { key, url, secret } = source;
  const bearer = secret && env()[secret];
  const today = utcDay(now);
  return readWhole({
    source: `retirements/${key}`,
    dataset: "retirements",
    at: now,
    previousCount: null,
    countOf: (statements) => statements.length,
    async read() {
      const request = { source: `retirements/${key}`, url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, isConditional: false };
      const reading = await readDocument(
        http,
        bearer ? { ...request, headers: { authorization: `Bearer ${bearer}` } } : request,
        (document) => offload("readRetirements", { source: key, bytes: document.bytes, contentType: document.contentType, today }),
      );
      if (reading && hasLostMost(known, reading.content, today)) {
        throw new SourceError("shrunk", "most models whose end was still ahead are missing; the previous reading is kept");
      }
      return reading && { content: reading.content };
    },
  });
}

/** What price lists said at their last whole reading. */
async function readingsOfPriceLists(db: Db): Promise<Map<string, StatementReading>> {
  const readings = new Map<string, StatementReading>();
  const ends = await listEndsInPriceLists(db, PRICE_LISTS);
  for (const { source, lastReadAt } of await listPriceSourceStates(db)) {
    if (!lastReadAt || !PRICE_LISTS.includes(source)) continue;
    const statements = ends
      .filter((end) => end.source === source)
      .map(({ host, model, deprecationDate }): Statement => {
        const statement = listedEnd(source, host, model, deprecationDate);
        return OWN_LISTS[source] === host ? { ...statement, standing: "own" } : statement;
      });
    readings.set(source, { statements, readAt: lastReadAt });
  }
  return readings;
}

/** Listings carry what is believed of their ends, so they are merged again. */
async function mergeListingsAgain(db: Db, now: Date, signal: AbortSignal): Promise<number> {
  const readAt: Partial<Record<ReadingSource, Date>> = {};
  for (const { source, lastReadAt } of await listPriceSourceStates(db)) if (lastReadAt) readAt[source] = lastReadAt;
  return (await storeCatalog(db, { now, replacing: new Map(), readAt, signal })).changed;
}

export const refreshRetirements = defineJob({
  name: "refresh-retirements",
  summary: "Reads when hosts end their models: their own pages and lists, copies of these, and what price lists say",
  cadence: { dailyAt: "05:20" },
  writes: ["retirements"],
  timeoutSeconds: 120,
  runsAtStart: true,
  async run({ db, http, now, signal, log }) {
    const asked = retirementSources.filter(({ secret }) => secret === undefined || env()[secret] !== undefined);
    const stored = groupBy(await listRetirementStatements(db), ({ source }) => source);
    const reads = await Promise.all(
      asked.map(async (source) => ({ source, ...(await readSource(http, source, stored.get(source.key) ?? [], now)) })),
    );
    const readings = await readingsOfPriceLists(db);
    for (const { source, content } of reads) if (content) readings.set(source.key, { statements: content, readAt: now });
    const change = await storeRetirements(db, { now, readings, signal });
    const listings = change.changed > 0 ? await mergeListingsAgain(db, now, signal) : 0;
    await inTransaction(db, (tx) => recordReads(tx, reads));
    return { ...countReads(reads, log), ...change, listings };
  },
});
