export const MODELS_DEV_URL = "https://models.dev/api.json";
export const LITELLM_URL = "https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json";
export const OPENROUTER_URL = "https://openrouter.ai/api/v1/models";
export const SWEBENCH_URL = "https://raw.githubusercontent.com/SWE-bench/swe-bench.github.io/master/data/leaderboards.json";
export const EPOCH_INDEX_URL = "https://epoch.ai/data/eci_scores.csv";
export const EPOCH_URL = "https://epoch.ai/data/benchmarks.csv";

export interface PricedModel {
  id: string;
  name?: string;
  input?: number;
  output?: number;
  deprecationDate?: string;
}

/** Invented data in the format of models.dev's api.json. */
export function modelsDevList(models: readonly PricedModel[], provider = "openai"): string {
  const entries = models.map(({ id, name = id, input, output }) => [
    id,
    {
      id,
      name,
      attachment: false,
      reasoning: false,
      tool_call: true,
      release_date: "2026-10-01",
      last_updated: "2026-10-01",
      modalities: { input: ["text"], output: ["text"] },
      open_weights: false,
      limit: { context: 128_000, output: 8000 },
      ...(input === undefined ? {} : { cost: { input, output } }),
    },
  ]);
  return JSON.stringify({
    [provider]: { id: provider, name: provider, env: [], npm: "x", doc: "https://example.com", models: Object.fromEntries(entries) },
  });
}

export function liteLlmList(models: readonly PricedModel[], provider = "openai"): string {
  return JSON.stringify(
    Object.fromEntries(
      models.map(({ id, input = 1, output = 2, deprecationDate }) => [
        id,
        {
          litellm_provider: provider,
          mode: "chat",
          input_cost_per_token: input / 1e6,
          output_cost_per_token: output / 1e6,
          max_input_tokens: 128_000,
          ...(deprecationDate === undefined ? {} : { deprecation_date: deprecationDate }),
        },
      ]),
    ),
  );
}

export function openRouterList(models: readonly PricedModel[]): string {
  return JSON.stringify({
    data: models.map(({ id, name = id, input = 1, output = 2 }) => ({
      id,
      name,
      context_length: 128_000,
      pricing: { prompt: String(input / 1e6), completion: String(output / 1e6) },
    })),
  });
}

interface ScoredModel {
  model: string;
  maker?: string | null;
  date?: string | undefined;
}

export function sweBenchBoards(rows: readonly (ScoredModel & { resolved: number })[]): string {
  const results = rows.map(({ model, maker, resolved, date = "2026-10-01" }) => ({
    name: model,
    resolved,
    date,
    tags: [`Model: ${model}`, ...(maker ? [`Org: ${maker}`] : [])],
    "mini-swe-agent_version": "2.0.0",
  }));
  return JSON.stringify({ leaderboards: [{ name: "bash-only", results }] });
}

export function epochRuns(rows: readonly (ScoredModel & { score: number; task?: string })[]): string {
  const lines = rows.map(
    ({ model, maker, score, task = "GPQA diamond", date = "2026-10-02" }, position) =>
      `r${position},${task},1.0,Success,${model},${model},,${maker ?? ""},,${score},,${date}T00:00:00.000Z`,
  );
  return [
    "id_runs,task,task version,Status,model,id_model_version,Display name,Organization,Release date,mean_score,stderr,started_at",
    ...lines,
  ].join("\n");
}

/** Invented values in the format of Epoch AI's index. */
export const epochIndexTable = (models: readonly { model: string; organisation?: string; index: number }[]): string =>
  [
    "Model,Display name,eci,eci_ci_low,eci_ci_high,date,Organization,model_versions",
    ...models.map(({ model, organisation = "OpenAI", index }) =>
      [model, model, index, index - 2, index + 2, "2026-10-01", organisation, ""].join(","),
    ),
  ].join("\n");
