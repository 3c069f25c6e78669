import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import catalog from "@/lib/catalogs/models.json";
import { newsSources } from "@/lib/catalogs/news-sources";
import { statusPages, type StatusFormat, type StatusPage } from "@/lib/catalogs/status-pages";
import { groupBy } from "@/lib/domain/basics/group-by";
import { newsDocument, statusDocument, type Story } from "./replay-documents";
import { securityWorld } from "../security/security-world";
import { worldDocuments } from "./world-documents";

/** Content of SOURCES_REPLAY_DIR: every source that the service reads answers. */

interface ReplayEntry {
  url: string;
  file: string;
  status?: number | undefined;
  headers?: Record<string, string>;
}

export interface WorldOptions {
  /** Time of the newest story. */
  now: Date;
  storiesPerFeed?: number;
  /** Bytes of full text per feed. */
  feedPadding?: number;
  /** Number of news sources that answer; the others are network errors. */
  newsSourceCount?: number;
  troubled?: Readonly<Record<string, "degraded" | "down">>;
  /** A story that this many sources have in addition to their own. */
  shared?: { title: string; text: string; sources: number };
  /** Factor for every price of the first price list. */
  priceFactor?: number;
}

const SUBJECTS = [
  "model",
  "agent framework",
  "benchmark",
  "GPU cluster",
  "open-weights release",
  "safety report",
  "inference engine",
  "developer tool",
];
const VERBS = ["ships", "announces", "opens", "measures", "explains", "updates", "reviews", "expands"];

function storiesFor(source: string, position: number, count: number, now: Date): Story[] {
  return Array.from({ length: count }, (_, index) => {
    const subject = SUBJECTS[(position + index) % SUBJECTS.length];
    const verb = VERBS[(position * 3 + index) % VERBS.length];
    return {
      title: `${source} ${verb} a new AI ${subject}, note ${index + 1}`,
      text: `An LLM ${subject} is the subject of this note from ${source}: what it costs, what it can do and where its limits are, in ${index + 2} short paragraphs.`,
      path: `/posts/${position}-${index + 1}`,
      at: new Date(now.getTime() - (position * 7 + index * 53 + 1) * 60_000),
    };
  });
}

const STATUS_TYPES: Partial<Record<StatusFormat, string>> = {
  aws: "application/json;charset=utf-16",
  feed: "application/rss+xml",
  "azure-feed": "application/rss+xml",
  page: "text/html",
};

interface ListedModel {
  provider: string;
  model: string;
  name: string;
  prices?: [string, number, number][];
  context?: number;
  max_output?: number;
  in: string[];
  out: string[];
  released?: string;
  open_weights?: boolean;
}

function modelsDev(priceFactor: number): string {
  const providers: Record<string, { id: string; name: string; env: string[]; npm: string; doc: string; models: Record<string, unknown> }> =
    {};
  for (const entry of catalog.models as unknown as ListedModel[]) {
    const provider = (providers[entry.provider] ??= {
      id: entry.provider,
      name: entry.provider,
      env: ["API_KEY"],
      npm: "sdk",
      doc: "https://docs.example",
      models: {},
    });
    const price = entry.prices?.[0];
    provider.models[entry.model] = {
      id: entry.model,
      name: entry.name,
      attachment: false,
      reasoning: false,
      tool_call: true,
      release_date: entry.released ?? "2026-01",
      last_updated: "2026-11",
      modalities: { input: entry.in, output: entry.out },
      open_weights: entry.open_weights ?? false,
      limit: { context: entry.context ?? 0, output: entry.max_output ?? 0 },
      ...(price ? { cost: { input: price[1] * priceFactor, output: price[2] * priceFactor } } : {}),
    };
  }
  return JSON.stringify(providers);
}

const LITELLM = {
  sample_spec: { mode: "chat" },
  "gpt-4o": {
    litellm_provider: "openai",
    mode: "chat",
    max_input_tokens: 128000,
    max_output_tokens: 16384,
    input_cost_per_token: 2.5e-6,
    output_cost_per_token: 1e-5,
  },
  "claude-sonnet-4-5": {
    litellm_provider: "anthropic",
    mode: "chat",
    max_input_tokens: 200000,
    max_output_tokens: 64000,
    input_cost_per_token: 3e-6,
    output_cost_per_token: 1.5e-5,
  },
};

const OPENROUTER = {
  data: [
    {
      id: "openai/gpt-4o",
      canonical_slug: "openai/gpt-4o",
      name: "OpenAI: GPT-4o",
      created: 1715558400,
      context_length: 128000,
      architecture: { input_modalities: ["text", "image"], output_modalities: ["text"], tokenizer: "GPT" },
      pricing: { prompt: "0.0000025", completion: "0.00001" },
      supported_parameters: ["tools"],
    },
  ],
};

export function writeReplayWorld(folder: string, options: WorldOptions): void {
  const {
    now,
    storiesPerFeed = 8,
    feedPadding = 0,
    newsSourceCount = newsSources.length,
    troubled = {},
    shared,
    priceFactor = 1,
  } = options;
  mkdirSync(folder, { recursive: true });
  const entries: ReplayEntry[] = [];
  const add = (url: string, file: string, body: string | Uint8Array, type: string): void => {
    writeFileSync(join(folder, file), body);
    entries.push({
      url,
      file,
      headers: { "content-type": type, etag: `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"` },
    });
  };
  for (const [position, source] of newsSources.slice(0, newsSourceCount).entries()) {
    const own = storiesFor(source.name, position, storiesPerFeed, now);
    const stories =
      shared && position < shared.sources
        ? [
            {
              title: shared.title,
              text: shared.text,
              path: `/shared/${position}-${now.getTime()}`,
              at: new Date(now.getTime() - (position + 1) * 60_000),
            },
            ...own,
          ]
        : own;
    add(
      source.feedUrl,
      `news-${source.id}.xml`,
      newsDocument(position % 3 === 2 ? "atom" : "rss", source.domain, stories, feedPadding),
      "application/xml; charset=utf-8",
    );
  }
  const addressOf = ({ machineUrl, feedUrl, pageUrl }: StatusPage) => machineUrl ?? feedUrl ?? pageUrl;
  const stateOf = ({ id }: StatusPage) => troubled[id] ?? ("operational" as const);
  // Services of one company share an address, whose document names the components of each.
  const atAddress = groupBy(statusPages, addressOf);
  for (const page of statusPages) {
    const others = (atAddress.get(addressOf(page)) ?? []).filter((other) => other !== page);
    const beside = others.map((other) => ({ name: other.include[0] ?? other.name, state: stateOf(other) }));
    const document = statusDocument(page, stateOf(page), now.toISOString(), beside);
    add(addressOf(page), `status-${page.id}.txt`, document, STATUS_TYPES[page.format] ?? "application/json");
  }
  add("https://models.dev/api.json", "models-dev.json", modelsDev(priceFactor), "application/json");
  add(
    "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json",
    "litellm.json",
    JSON.stringify(LITELLM),
    "text/plain; charset=utf-8",
  );
  add("https://openrouter.ai/api/v1/models", "openrouter.json", JSON.stringify(OPENROUTER), "application/json");
  for (const [position, { url, body = "", status, headers = {} }] of [...securityWorld(), ...worldDocuments(now)].entries()) {
    writeFileSync(join(folder, `document-${position}`), body);
    entries.push({ url, file: `document-${position}`, status, headers });
  }
  writeFileSync(join(folder, "replay.json"), JSON.stringify(entries, null, 1));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (!folder) throw new Error("usage: tsx tests/support/sources/replay-world.ts FOLDER");
  writeReplayWorld(folder, { now: new Date(Date.now() - 120_000), troubled: { groq: "degraded", replicate: "down" } });
}
