import { Block } from "@/components/blocks/block";
import { ScoreSeriesFigure } from "@/components/charts/score-series";
import { ScoreSeriesRun } from "@/components/models/score-run";
import { benchmarkSeries } from "@/lib/endpoints/history/benchmarks/series";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { premiumRequest } from "@/lib/http/premium-request";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import { lastDays } from "@/lib/pages/last-days";

interface Props {
  benchmark: string;
  name: string;
  model: string;
  /** The name that the page shows. */
  label: string;
}

const DAYS = 90;

/** How one model's score changed: a week for nothing, longer for a credit. */
export function ScoreCourse({ benchmark, name, model, label }: Props) {
  const query = { model, benchmark };
  const title = `${label} in ${name}`;
  return (
    <div id="course" className="grid items-start gap-4 lg:grid-cols-2 [&>*]:min-w-0">
      <Block
        title={`${title}, last 7 days`}
        hasStamp={false}
        load={() => blockAnswer(benchmarkSeries, query)}
        render={({ points, range }) => (
          <ScoreSeriesFigure title={title} points={points} range={range} csvHref={csvLink(benchmarkSeries, query).href} />
        )}
      />
      <ScoreSeriesRun
        title={title}
        days={DAYS}
        request={premiumRequest(premiumBenchmarkSeries, { query: { ...query, ...lastDays(DAYS) } })}
      />
    </div>
  );
}
