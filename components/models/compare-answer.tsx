import { ListedTable } from "@/components/ui/data-table";
import type { CompareAnswer } from "./premium-answers";
import { asState, StateChip } from "@/components/ui/state-mark";
import { formatCount, formatMoment, formatPrice, formatScore, formatTokens } from "@/lib/domain/pages/format";

const inOrder = (texts: readonly string[]): string => (texts.length === 0 ? "nobody" : texts.join(", "));

interface Shown {
  answer: CompareAnswer;
  /** By benchmark id. */
  benchmarkNames: Readonly<Record<string, string>>;
}

function Rankings({ answer: { rankings }, benchmarkNames }: Shown) {
  const rows = [
    ["Cheapest, blended", rankings.cheapest_blended.map(({ name, blended }) => `${name} ${formatPrice(blended)}`)],
    ["Largest context", rankings.most_context.map(({ name, context_window: tokens }) => `${name} ${formatTokens(tokens)}`)],
    ...Object.entries(rankings.by_benchmark).map(
      ([key, ranked]) => [benchmarkNames[key] ?? key, ranked.map(({ name, score }) => `${name} ${formatScore(score)}`)] as const,
    ),
  ] as const;
  return (
    <dl className="rankings">
      {rows.map(([label, ranked]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{inOrder(ranked)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the paid comparison adds: state and news of each provider at one moment, and signed rankings. */
export function CompareShown({ answer, benchmarkNames }: Shown) {
  return (
    <>
      <p className="text-small text-fg-muted">As of {formatMoment(answer.computed_at)}.</p>
      <ListedTable
        label="Providers of the compared models"
        head={["Model", "Provider now", "Articles in 7 days"]}
        rows={answer.models.map((model) => ({
          key: model.query,
          cells: model.matched
            ? [
                <>
                  {model.name}
                  <small>{model.provider}</small>
                </>,
                <StateChip key="state" state={asState(model.status)} />,
                formatCount(model.recent_news_count),
              ]
            : [`not found: ${model.query}`, "–", "–"],
        }))}
      />
      <h3 className="mt-4 text-h3">Order</h3>
      <Rankings answer={answer} benchmarkNames={benchmarkNames} />
      <p className="mt-2 text-small text-fg-muted">
        The order of scores takes all task sets of a benchmark together; the table above tells them apart.
      </p>
      <h3 className="mt-4 text-h3">Newest articles</h3>
      <ul className="news-list">
        {answer.models.flatMap((model) =>
          model.matched
            ? model.recent_news.map(({ title, url, source, published_at: at }) => (
                <li key={`${model.id} ${url}`}>
                  <a href={url} rel="noopener noreferrer nofollow">
                    {title}
                  </a>
                  <small>{`${model.provider} · ${source} · ${formatMoment(at)}`}</small>
                </li>
              ))
            : [],
        )}
      </ul>
      {answer.notes.map((note) => (
        <p key={note} className="mt-2 text-small text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}

const EXAMPLE_MODELS = [
  { id: "one", name: "Model One", provider: "First lab", blended: 4, context: 200_000, status: "operational", count: 12 },
  { id: "two", name: "Model Two", provider: "Second lab", blended: 6.25, context: 1_000_000, status: "degraded", count: 5 },
] as const;

export const COMPARE_EXAMPLE: CompareAnswer = {
  computed_at: "2026-05-09T06:30:00.000Z",
  benchmark_keys: ["swe_bench"],
  models: EXAMPLE_MODELS.map(({ id, name, provider, blended, context, status, count }) => ({
    matched: true,
    query: id,
    id,
    name,
    provider,
    pricing: { blended },
    context_window: context,
    status,
    recent_news_count: count,
    recent_news: [
      {
        title: `${provider} announces something`,
        url: `https://${id}.example/story`,
        source: "One",
        published_at: "2026-05-08T10:00:00.000Z",
      },
    ],
  })),
  rankings: {
    cheapest_blended: EXAMPLE_MODELS.map(({ id, name, blended }) => ({ id, name, blended })),
    most_context: EXAMPLE_MODELS.toReversed().map(({ id, name, context }) => ({ id, name, context_window: context })),
    by_benchmark: { swe_bench: [{ id: "two", name: "Model Two", score: 71.5 }] },
  },
  notes: [],
};
