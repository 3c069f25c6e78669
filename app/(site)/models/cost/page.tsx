import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { ProjectionRun } from "@/components/models/choice-runs";
import { PROJECTION_EXAMPLE, ProjectionShown } from "@/components/models/projection-answer";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { costProjection, MOST_PROJECTED } from "@/lib/endpoints/premium/cost/projection";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf } from "@/lib/pages/address";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { chosenModels } from "../chosen-models";
import { CostTabs } from "./cost-tabs";
import { costsOf } from "./costs";
import { Results } from "./results";
import { WorkloadForm } from "./workload-form";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(costPage, readSearch(costPage, await searchParams));

export default async function CostPage({ searchParams }: PageProps) {
  const search = readSearch(costPage, await searchParams);
  const { values } = search;
  const { asked, outcome, choice, shown, ignored } = await chosenModels(search, MOST_PROJECTED);
  const costs = costsOf(choice?.listed ?? [], values);
  const projection = requestsOf(costPage, shown).find(({ endpoint }) => endpoint === costProjection);
  return (
    <PageFrame
      frame={{
        ...frameOf(costPage, { values: shown, capturedAt: choice?.captured_at ?? null }),
        href: hrefOf(costPage, { ...values, view: null }),
      }}
      json={values.view === "json" && choice ? choice.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(costPage, { ...values, ids: asked.length > 0 ? asked : null })} />
      <CostTabs current={costPage} />
      <WorkloadForm values={values} choice={choice} asked={asked} />
      <Block
        title="What it costs"
        more={{ href: hrefOf(comparePage, { ids: shown.ids }), label: "Compare them" }}
        hasStamp={false}
        load={async () => outcome}
        render={(loaded) => <Results choice={loaded} costs={costs} values={values} asked={asked} />}
      />
      {costs.ranked.length > 0 && projection && (
        <div className="mt-4">
          <ProjectionRun request={premiumRequest(costProjection, projection)} example={<ProjectionShown answer={PROJECTION_EXAMPLE} />} />
        </div>
      )}
    </PageFrame>
  );
}
