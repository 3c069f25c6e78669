import type { Metadata } from "next";
import { RoutingRun } from "@/components/models/choice-runs";
import { PreviewRun } from "@/components/models/preview-run";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Note } from "@/components/ui/states";
import { routing } from "@/lib/endpoints/premium/routing";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { refusalOf } from "@/lib/pages/refusal-of";
import { requestsOf } from "@/lib/pages/requests";
import { routePage } from "@/lib/pages/route";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { BestByTask, isOfferedBudget } from "./best-by-task";
import { countChosen } from "@/lib/pages/values";
import { TaskForm } from "./task-form";
import { benchmarkName } from "@/lib/catalogs/score-sources";
import { AVAILABILITY } from "@/lib/domain/models/routing/rank-models";
import { ROUTING_BLENDS, type RoutingTask } from "@/lib/domain/models/routing/routing-blends";
import { CLASS_GAP } from "@/lib/domain/models/routing/quality-scale";
import { MOST_TIMES } from "@/lib/domain/models/routing/beaten-models";
import { NEUTRAL_LATENCY } from "@/lib/domain/models/routing/routing-parts";

/** What the parts of a score mean for the chosen task. */
function TaskWords({ task }: { task: RoutingTask }) {
  const blend = Object.entries(ROUTING_BLENDS[task]).map(([id, percent]) => `${percent} % ${benchmarkName(id)}`);
  const states = Object.entries(AVAILABILITY).map(([state, value]) => `${state} ${value}`);
  return (
    <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
      <li>
        Quality for {task}: failures in {blend.join(", ")}. The model that fails least has 1, one that fails twice as often 0.5; a score
        that nobody measured is estimated by the model&apos;s ability. By ability, the ablest model has 1, and every {CLASS_GAP} points
        below halve it.
      </li>
      <li>Availability by the state of the provider: {states.join(", ")}.</li>
      <li>Cost: 1 for the cheapest model that fits, 0 for the dearest, by the logarithm of the mean of input and output price.</li>
      <li>
        Left out is a model where an abler one fits that is as available: of its own maker for no more money, or {CLASS_GAP} points of
        ability above it for at most {MOST_TIMES} times the price.
      </li>
      <li>Latency: {NEUTRAL_LATENCY} for every model. No source measures it for all, so it is a placeholder and never decides.</li>
    </ul>
  );
}

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(routePage, readSearch(routePage, await searchParams));

const perDay = routingPreview.access.kind === "free" ? (routingPreview.access.daily?.perDay ?? 0) : 0;

export default async function RoutePage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(routePage, await searchParams);
  const requests = requestsOf(routePage, values);
  const queryTo = (endpoint: typeof routing | typeof routingPreview) =>
    requests.find((request) => request.endpoint === endpoint)?.query ?? {};
  const request = premiumRequest(routing, { query: queryTo(routing) });
  const refusal = refusalOf(routing, queryTo(routing));
  const isNarrowed = countChosen(routePage, values, ["by", "quality"]) > 0 || !isOfferedBudget(values.budget);
  return (
    <PageFrame frame={frameOf(routePage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(routePage, values)} />
      <BestByTask values={values} />
      <TaskForm values={values} />
      {refusal === null ? (
        <div className="grid gap-4">
          {isNarrowed && (
            <PreviewRun path={routingPreview.path} query={queryTo(routingPreview)} perDay={perDay} credits={request.credits} />
          )}
          <RoutingRun request={request} modelPath={modelPage.path} />
        </div>
      ) : (
        <Note tone="bad">
          <p role="alert">This cannot be ranked: {refusal} Nothing was asked and nothing was charged.</p>
        </Note>
      )}
      <TaskWords task={values.task} />
    </PageFrame>
  );
}
