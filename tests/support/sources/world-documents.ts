import { bundledScores } from "@/lib/catalogs/benchmarks";
import { inferenceEndpoints } from "@/lib/catalogs/inference-endpoints";
import { searchUrl, TRENDING_SEARCHES } from "@/lib/sources/agents/github-search";
import { retirementSources } from "@/lib/sources/models/retirements/read-retirements";
import { AZURE_URL } from "@/lib/sources/gpu/azure";
import { AKASH_URL, akashList, azureList, RUNPOD_URL, runpodList } from "../gpu/gpu-price-lists";
import { EPOCH_INDEX_URL, EPOCH_URL, epochIndexTable, epochRuns, SWEBENCH_URL, sweBenchBoards } from "../models/price-lists";
import { RETIREMENT_DOCUMENTS } from "../models/retirement-documents";
import type { ReplayedAnswer } from "./replay-folder";

/** Documents of the replay world: GPU clouds, score tables, GitHub's search, and inference APIs. */

const JSON_TYPE = { "content-type": "application/json" };

const gpuPrices = (): ReplayedAnswer[] => [
  {
    url: AKASH_URL,
    body: JSON.stringify(
      akashList([
        { model: "h100", med: 1.92 },
        { model: "a100", form: "SXM4", med: 0.94 },
      ]),
    ),
    headers: JSON_TYPE,
  },
  {
    url: RUNPOD_URL,
    body: JSON.stringify(
      runpodList([
        { id: "NVIDIA H100 80GB HBM3", displayName: "H100 SXM", securePrice: 2.99, communityPrice: 2.69 },
        { id: "NVIDIA GeForce RTX 4090", displayName: "RTX 4090", memoryInGb: 24, securePrice: 0.69, communityPrice: 0.34 },
      ]),
    ),
    headers: JSON_TYPE,
  },
  {
    url: AZURE_URL,
    body: JSON.stringify(
      azureList([
        { size: "Standard_ND96isr_H100_v5", usdHour: 98.32 },
        { size: "Standard_ND96isr_H100_v5", usdHour: 31.46, sku: "Spot" },
        { size: "Standard_NC24ads_A100_v4", usdHour: 3.673 },
      ]),
    ),
    headers: JSON_TYPE,
  },
];

const EPOCH_TASKS: Readonly<Record<string, string>> = { "GPQA Diamond": "GPQA diamond", "MATH level 5": "MATH level 5" };

/** The scores that the release took from these sources, as the sources publish them. */
const scores = (): ReplayedAnswer[] => {
  const own = (source: string) =>
    bundledScores.observations.filter((score) => score.source === source).map((score) => ({ ...score, date: score.date ?? undefined }));
  return [
    {
      url: SWEBENCH_URL,
      body: sweBenchBoards(own("swebench").map(({ model, makerId, value, date }) => ({ model, maker: makerId, resolved: value, date }))),
    },
    {
      url: EPOCH_URL,
      body: epochRuns(
        own("epoch").flatMap(({ model, makerId, value, variant, date }) => {
          const task = EPOCH_TASKS[variant];
          return task ? [{ model, maker: makerId, score: value / 100, task, date }] : [];
        }),
      ),
      headers: { "content-type": "text/csv" },
    },
    {
      url: EPOCH_INDEX_URL,
      body: epochIndexTable(
        own("epoch-index").flatMap(({ benchmarkId, model, makerId, value }) =>
          benchmarkId === "eci" ? [{ model, organisation: makerId ?? "", index: value }] : [],
        ),
      ),
      headers: { "content-type": "text/csv" },
    },
  ];
};

const searches = (now: Date): ReplayedAnswer[] =>
  TRENDING_SEARCHES.map((search, position) => {
    const items = Array.from({ length: 8 }, (_, index) => ({
      id: position * 100 + index + 1,
      full_name: `example/${search.id}-${index + 1}`,
      private: false,
      fork: false,
      archived: false,
      description: `A ${search.topic} project, number ${index + 1}`,
      language: index % 2 === 0 ? "Python" : "TypeScript",
      topics: [search.topic],
      stargazers_count: (8 - index) * (search.isYoung ? 700 : 9000) + position,
      created_at: new Date(now.getTime() - (index + 10) * 86_400_000 * (search.isYoung ? 1 : 30)).toISOString().replace(/\.\d+Z$/, "Z"),
    }));
    return {
      url: searchUrl(search, now),
      body: JSON.stringify({ total_count: items.length, incomplete_results: false, items }),
      headers: { ...JSON_TYPE, "x-ratelimit-remaining": "9" },
    };
  });

/** Inference APIs as they answer a call without a key. */
const refusals = (): ReplayedAnswer[] =>
  inferenceEndpoints.map(({ url, expectedStatuses: [status = 401] }) => ({
    url,
    status,
    body: JSON.stringify({ error: { message: "No API key was given.", code: status } }),
    headers: JSON_TYPE,
  }));

/** The pages that say when models end; OpenAI's list of models is read only with a key. */
const retirements = (): ReplayedAnswer[] =>
  retirementSources.flatMap(({ key, url }) => {
    const body = RETIREMENT_DOCUMENTS[key as keyof typeof RETIREMENT_DOCUMENTS];
    return body === undefined || key === "openai-models" ? [] : [{ url, body, headers: { "content-type": "text/markdown" } }];
  });

export const worldDocuments = (now: Date): ReplayedAnswer[] => [
  ...gpuPrices(),
  ...scores(),
  ...searches(now),
  ...refusals(),
  ...retirements(),
];
