import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { ArchivedModels } from "@/components/changes/archived-models";
import { ModelMoves } from "@/components/changes/model-moves";
import { WINDOW_EXAMPLE } from "@/components/changes/window-example";
import { DaysRun, WindowRun } from "@/components/changes/change-runs";
import { WindowChanges } from "@/components/changes/window-changes";
import { PriceMoves } from "@/components/dashboard/price-movers";
import { PageFrame } from "@/components/shell/page-frame";
import { IncidentList } from "@/components/status/incident-list";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Empty, Note } from "@/components/ui/states";
import { benchmarkNames } from "@/lib/catalogs/score-sources";
import { formatDay } from "@/lib/domain/pages/format";
import { history } from "@/lib/endpoints/history";
import { incidents } from "@/lib/endpoints/incidents";
import { archive } from "@/lib/endpoints/models/archive";
import { movers } from "@/lib/endpoints/models/movers";
import { compareHistory } from "@/lib/endpoints/premium/history/compare";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { changesPage, LARGEST_MOVES, NEWEST_ARCHIVED, NEWEST_INCIDENTS } from "@/lib/pages/changes";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { modelPage } from "@/lib/pages/model";
import { modelsPage } from "@/lib/pages/models";
import { retirementsPage } from "@/lib/pages/retirements";
import { refusalOf } from "@/lib/pages/refusal-of";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { statusPage } from "@/lib/pages/status";
import { priceMoves } from "@/lib/pages/today-answers";
import { ChangesForm, Uncaptured, type Values } from "./form";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(changesPage, readSearch(changesPage, await searchParams));

const WINDOW_LEAD = "Prices that makers changed, models that came and went, incidents that began or ended, and the newest articles";

/** The block that the address asks for: a window back from now, or two days. What the API would refuse is said before anybody pays. */
function Asked({ values, dates }: { values: Values; dates: readonly string[] | null }) {
  const { days, from, to, type } = values;
  const [{ query: windowQuery }, compared] = requestsOf(changesPage, values);
  if (from === null && to === null) {
    return (
      <WindowRun
        lead={`${WINDOW_LEAD} of the last ${days === 1 ? "24 hours" : `${days} days`}.`}
        request={premiumRequest(whatsNew, { query: windowQuery })}
        path={modelPage.path}
        example={<WindowChanges answer={WINDOW_EXAMPLE} path={modelPage.path} />}
      />
    );
  }
  const query = compared?.query ?? {};
  const refusal = refusalOf(compareHistory, query);
  if (refusal !== null || from === null || to === null) {
    return (
      <Note tone="bad">
        <p role="alert">These days cannot be compared: {refusal} Nothing was asked and nothing was charged.</p>
      </Note>
    );
  }
  const missing = dates === null ? [] : [...new Set([from, to])].filter((date) => !dates.includes(date));
  if (dates !== null && missing.length > 0) return <Uncaptured missing={missing} dates={dates} values={values} />;
  const what = type === "pricing" ? "Makers' prices" : "Benchmark scores";
  return (
    <DaysRun
      lead={`${what} of ${formatDay(from)} and of ${formatDay(to)}: what changed, what came and what went.`}
      request={premiumRequest(compareHistory, { query })}
      path={modelPage.path}
      names={benchmarkNames}
    />
  );
}

function Moves({ window, movers: moves }: AnswerOf<typeof movers>) {
  if (window === null) return <Empty>Prices that move need two captured days; one is captured every day at 07:00 UTC.</Empty>;
  return (
    <>
      <p className="mb-2 text-small text-fg-muted">
        {formatDay(window.from)} to {formatDay(window.to)}
        {!window.is_whole && `: prices are captured since ${formatDay(window.from)}, which is less than ${window.days} days`}.
      </p>
      {moves.length === 0 ? (
        <Empty>No maker changed a price, nor did most sellers of a model.</Empty>
      ) : (
        <ModelMoves moves={moves} path={modelPage.path} />
      )}
    </>
  );
}

/** Moves of prices and models no longer sold, as far as daily captures tell of them. */
const MovesAndArchive = () => (
  <>
    <Block
      title={`Largest price moves of ${LARGEST_MOVES.days} days`}
      more={{ href: `${movers.path}?days=${LARGEST_MOVES.days}&include=hosts`, label: "All, as JSON" }}
      note="One row for each model, however many hosts changed with it; corrections of a reading are no moves."
      load={() => blockAnswer(movers, LARGEST_MOVES)}
      render={(answer) => <Moves {...answer} />}
    />
    <Block
      title="No longer sold"
      more={{ href: hrefOf(retirementsPage), label: "What ends next" }}
      note="Makers' own listings that went last. A source that failed says nothing of a model."
      load={() => blockAnswer(archive, NEWEST_ARCHIVED)}
      render={({ archive: models, source_gaps: gaps }) =>
        models.length === 0 ? (
          <Empty>No model was seen to go since prices are captured.</Empty>
        ) : (
          <ArchivedModels models={models} gaps={gaps} path={modelPage.path} />
        )
      }
    />
  </>
);

export default async function ChangesPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(changesPage, await searchParams);
  const captured = await blockAnswer(history);
  const dates = captured.kind === "answer" ? captured.answer.dates : null;
  return (
    <PageFrame frame={frameOf(changesPage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(changesPage, values)} />
      <ChangesForm key={hrefOf(changesPage, values)} values={values} dates={dates} />
      <Asked values={values} dates={dates} />
      <h2 className="mt-8 mb-3 text-h2">What is known for free</h2>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Block
          title="Price changes of the newest day"
          more={{ href: hrefOf(modelsPage), label: "All models" }}
          note="USD per 1M tokens, at makers' own list prices."
          load={priceMoves}
          render={(answer) => <PriceMoves {...answer} />}
        />
        <Block
          title="Newest incidents"
          more={{ href: hrefOf(statusPage), label: "All services" }}
          load={() => blockAnswer(incidents, NEWEST_INCIDENTS)}
          render={({ incidents: newest, captured_at: readAt }) =>
            newest.length > 0 ? (
              <IncidentList incidents={newest} />
            ) : (
              <Empty>
                {readAt === null
                  ? "No status page has been read yet. They are read every 2 minutes."
                  : "No incident was seen since status pages are followed."}
              </Empty>
            )
          }
        />
        <div className="grid gap-4 lg:col-span-2">
          <MovesAndArchive />
        </div>
      </div>
    </PageFrame>
  );
}
