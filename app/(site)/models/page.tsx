import type { Metadata } from "next";
import { ModelFilters } from "@/components/dashboard/model-filters";
import { ModelsTable } from "@/components/dashboard/models-table";
import { PageFrame } from "@/components/shell/page-frame";
import { Empty, IgnoredNote } from "@/components/ui/section";
import { formatCount } from "@/lib/domain/pages/format";
import { MODEL_SORTS, searchModels, sortModels } from "@/lib/domain/models/model-table";
import type { SearchParams } from "@/lib/domain/pages/page-params";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { models } from "@/lib/endpoints/models";
import { call } from "@/lib/http/call";
import { hrefWith } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelsPage } from "@/lib/pages/models";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch } from "@/lib/pages/search";
import { modelRows } from "./rows";

export const generateMetadata = async ({ searchParams }: { searchParams: Promise<SearchParams> }): Promise<Metadata> =>
  pageMetadata(modelsPage, readSearch(modelsPage, await searchParams));

const DESCENDING = new Set(["newest", "context", "score"]);

export default async function ModelsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const { values, ignored } = readSearch(modelsPage, params);
  const { score } = values;
  const sort = {
    name: "name",
    input: "input",
    output: "output",
    blended: "blended",
    change: "name",
    context: "context",
    score: "score",
    released: "newest",
  } as const;
  const chosen = sort[values.sort.column];
  const [main] = requestsOf(modelsPage, values);
  const [all, scores] = await Promise.all([call(models), call(benchmarks)]);
  const everything = modelRows(all, score);
  const answer = await call(models, main.query).catch(() => ({ ...all, providers: [] }));
  const rows = sortModels(searchModels(modelRows(answer, score), values.q ?? ""), chosen);
  const providers = all.providers.map(({ id, name }) => ({ id, name })).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  const capabilities = [...new Set(everything.flatMap((row) => row.capabilities))].toSorted();
  return (
    <PageFrame frame={frameOf(modelsPage, { values, capturedAt: all.captured_at })} json={values.view === "json" ? answer : undefined}>
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
          sort={chosen}
          benchmark={scores.benchmarks.find(({ id }) => id === score)?.name ?? score}
          hrefFor={Object.fromEntries(
            MODEL_SORTS.map((by) => [
              by,
              hrefWith(modelsPage, values, {
                sort: { column: by === "newest" ? "released" : by, direction: DESCENDING.has(by) ? "desc" : "asc" },
              }),
            ]),
          )}
        />
      )}
      <p className="mt-3 text-small text-fg-muted">
        {formatCount(rows.length)} of {formatCount(everything.length)} models.{" "}
        {formatCount(rows.filter((row) => row.score === null).length)} of them have no published score in the chosen benchmark.
      </p>
    </PageFrame>
  );
}
