import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { clusterArticles, type ClusterInput } from "@/lib/domain/news/stories/cluster-articles";
import { storyCosine, type Embedded } from "@/lib/domain/news/stories/story-cosine";
import { readRetirements } from "../models/retirements/read-retirements";
import { readScores } from "../models/scores/read-scores";
import { embedLocally } from "../news/embeddings/local-model";
import { readFeedTask } from "../news/read-feed";
import { readEpssTable } from "../security/epss-table";
import { readKevCatalog } from "../security/kev-catalog";
import { readStatusBytes } from "../status/read-document";
import { parseSearch } from "../agents/github-search";
import { writePriceBook } from "./files/price-book";
import { fitCapabilities } from "./fit-capabilities";
import { buildModelCatalog, readPriceObservations } from "./model-catalog";

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

interface Encodings {
  gzip: Uint8Array;
  br: Uint8Array;
}

async function compress(bytes: Uint8Array): Promise<Encodings> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } };
  const [zipped, br] = await Promise.all([gzipAsync(bytes, { level: 7 }), brotliAsync(bytes, quality)]);
  return { gzip: zipped, br };
}

interface StoriesInput {
  articles: readonly (ClusterInput & Embedded)[];
  background: readonly Embedded[];
}

/** CPU-heavy pure functions by name. Inputs and outputs cross a thread, so they must be plain data. */
export const tasks = {
  compress,
  parseRepositorySearch: parseSearch,
  readStatusDocument: readStatusBytes,
  readNewsFeed: readFeedTask,
  readPriceObservations,
  readRetirements,
  readScores,
  fitCapabilities,
  buildModelCatalog,
  readKevCatalog,
  readEpssTable,
  writePriceBook,
  embedTexts: embedLocally,
  groupByStory: ({ articles, background }: StoriesInput) =>
    clusterArticles(articles, storyCosine(articles, background)).map((group) => group.map(({ id }) => id)),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;
