import type { Metadata } from "next";
import { ModelFilters } from "@/components/dashboard/model-filters";
import { ModelsTable } from "@/components/dashboard/models-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty, IgnoredNote } from "@/components/ui/section";
import { datasets } from "@/lib/datasets";
import { formatCount } from "@/lib/domain/pages/format";
import { MODEL_SORTS, searchModels, sortModels } from "@/lib/domain/models/model-table";
import { choiceOf, positiveNumberOf, textOf, type SearchParams } from "@/lib/domain/pages/page-params";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { baseUrl } from "@/lib/http/build";
import { call } from "@/lib/http/call";
import { modelRows } from "./rows";

export const metadata: Metadata = { title: "Models" };

const BENCHMARKS = ["swe_bench", "mmlu_pro", "human_eval", "gpqa_diamond", "math"] as const;

function readFilters(params: SearchParams) {
  const sort = choiceOf(params, "sort", MODEL_SORTS, "newest");
  const score = choiceOf(params, "score", BENCHMARKS, "swe_bench");
  const max = positiveNumberOf(params, "max");
  const context = positiveNumberOf(params, "ctx");
  const query: Record<string, string> = {};
  const [provider, capability] = [textOf(params, "provider"), textOf(params, "cap")];
  if (provider) query.provider = provider;
  if (capability) query.capability = capability;
  if (max.value !== null) query.max_price = String(max.value);
  if (context.value !== null) query.min_context = String(Math.floor(context.value));
  if (textOf(params, "open") === "true") query.open_weights = "true";
  const ignored = [sort, score, max, context].flatMap(({ ignored: text }) => text ?? []);
  return { sort: sort.value, score: score.value, text: textOf(params, "q"), query, ignored };
}

export default async function ModelsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const { sort, score, text, query, ignored } = readFilters(params);
  const [all, scores] = await Promise.all([call(models), call(benchmarks)]);
  const everything = modelRows(all, score);
  const answer = await call(models, query).catch(() => ({ ...all, providers: [] }));
  const rows = sortModels(searchModels(modelRows(answer, score), text), sort);
  const providers = all.providers.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const capabilities = [...new Set(everything.flatMap((row) => row.capabilities))].toSorted();
  return (
    <PageFrame
      title="Models"
      lead={`${formatCount(everything.length)} models as their ${all.providers.length} makers sell them. Prices are USD per 1M tokens; each comes from a named source.`}
      endpoints={[{ path: "/api/models", query }, { path: "/api/benchmarks" }]}
      baseUrl={baseUrl()}
      capturedAt={all.captured_at}
      cadenceSeconds={datasets.models.cadenceSeconds}
      json={textOf(params, "view") === "json" ? answer : undefined}
    >
      <IgnoredNote ignored={ignored} />
      <ModelFilters
        params={params}
        providers={providers}
        capabilities={capabilities}
        benchmarks={scores.benchmarks.map(({ id, name }) => ({ id, name }))}
      />
      {rows.length === 0 ? (
        <Empty>
          No model fits these filters. <a href="/models">Clear them</a>.
        </Empty>
      ) : (
        <ModelsTable
          rows={rows}
          sort={sort}
          benchmark={scores.benchmarks.find(({ id }) => id === score)?.name ?? score}
          hrefFor={Object.fromEntries(MODEL_SORTS.map((by) => [by, hrefWith(params, "sort", by)]))}
        />
      )}
      <p className="mt-3 text-small text-fg-muted">
        {formatCount(rows.length)} of {formatCount(everything.length)} models.{" "}
        {formatCount(rows.filter((row) => row.score === null).length)} of them have no published score in the chosen benchmark.
      </p>
    </PageFrame>
  );
}

function hrefWith(params: SearchParams, key: string, value: string): string {
  const search = new URLSearchParams();
  for (const name of Object.keys(params)) if (name !== key && textOf(params, name) !== "") search.set(name, textOf(params, name));
  search.set(key, value);
  return `/models?${search}`;
}
