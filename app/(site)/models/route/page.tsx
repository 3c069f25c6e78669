import type { Metadata } from "next";
import { RoutingRun } from "@/components/models/choice-runs";
import { PreviewRun } from "@/components/models/preview-run";
import { ROUTING_EXAMPLE, RoutingShown } from "@/components/models/routing-answer";
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
import { TaskForm } from "./task-form";
import { TaskWords } from "./task-words";
import { shownWeights } from "./weights";

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
  return (
    <PageFrame frame={frameOf(routePage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(routePage, values)} />
      <TaskForm key={hrefOf(routePage, values)} values={values} weights={shownWeights(values)} />
      {refusal === null ? (
        <div className="grid gap-4">
          <PreviewRun path={routingPreview.path} query={queryTo(routingPreview)} perDay={perDay} credits={request.credits} />
          <RoutingRun request={request} example={<RoutingShown answer={ROUTING_EXAMPLE} />} modelPath={modelPage.path} />
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
