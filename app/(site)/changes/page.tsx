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
import { Glance, type Tile } from "@/components/ui/glance";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { NearTime } from "@/components/ui/near-time";
import { Empty, Note } from "@/components/ui/states";
import { providerName } from "@/lib/catalogs/catalog-entries";
import { benchmarkNames } from "@/lib/catalogs/score-sources";
import { formatChange, formatDay, plural } from "@/lib/domain/pages/format";
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
import { priceMoves, valueOf } from "@/lib/pages/today-answers";
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

/** What the free answers say, loaded once for the tiles and the blocks. */
async function loadKnown() {
  const [prices, newest, moves, gone] = await Promise.all([
    priceMoves(),
    blockAnswer(incidents, NEWEST_INCIDENTS),
    blockAnswer(movers, LARGEST_MOVES),
    blockAnswer(archive, NEWEST_ARCHIVED),
  ]);
  return { prices, newest, moves, gone };
}

type Known = Awaited<ReturnType<typeof loadKnown>>;

const moveWords = (percent: number | null): string => (percent === null ? "" : `${formatChange(percent)} in ${LARGEST_MOVES.days} days`);

/** The answer in four words each; what is not known yet has no tile. */
function tilesOf({ prices, newest, moves, gone }: Known): Tile[] {
  const [largest] = valueOf(moves, (answer) => answer.movers) ?? [];
  const [incident] = valueOf(newest, (answer) => answer.incidents) ?? [];
  const [last] = valueOf(gone, (answer) => answer.archive) ?? [];
  const tiles: (Tile | null)[] = [
    valueOf(prices, ({ changedModels, from }) => ({
      label: "Changed price",
      value: changedModels === 0 ? "No model" : plural(changedModels, "model"),
      small: `since ${formatDay(from)}`,
    })),
    largest ? { label: "Moved most", value: largest.model, small: moveWords(largest.change_pct) } : null,
    incident ? { label: "Newest incident", value: incident.title, small: <NearTime at={incident.startedAt} /> } : null,
    last
      ? {
          label: "Gone last",
          value: last.model,
          small: last.gone_since === null ? "since when is unknown" : <NearTime at={last.gone_since} />,
        }
      : null,
  ];
  return tiles.filter((tile) => tile !== null);
}

const PricesAndIncidents = ({ known: { prices, newest } }: { known: Known }) => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <Block
      title="Price changes of the newest day"
      more={{ href: hrefOf(modelsPage), label: "All models" }}
      note="USD per 1M tokens, at makers' own list prices."
      load={async () => prices}
      render={(answer) => <PriceMoves {...answer} />}
    />
    <Block
      title="Newest incidents"
      more={{ href: hrefOf(statusPage), label: "All services" }}
      load={async () => newest}
      render={({ incidents: shown, captured_at: readAt }) =>
        shown.length > 0 ? (
          <IncidentList incidents={shown} />
        ) : (
          <Empty>
            {readAt === null
              ? "Status pages are asked every 2 minutes; what they report will stand here."
              : "No incident was seen since status pages are followed."}
          </Empty>
        )
      }
    />
  </div>
);

/** Moves of prices and models no longer sold, as far as daily captures tell of them. */
const MovesAndArchive = ({ known: { moves, gone } }: { known: Known }) => (
  <div className="mt-4 grid gap-4">
    <Block
      title={`Largest price moves of ${LARGEST_MOVES.days} days`}
      more={{ href: `${movers.path}?days=${LARGEST_MOVES.days}&include=hosts`, label: "All, as JSON" }}
      note="One row for each model, however many hosts changed with it; corrections of a reading are no moves."
      load={async () => moves}
      render={(answer) => <Moves {...answer} />}
    />
    <Block
      title="No longer sold"
      more={{ href: hrefOf(retirementsPage), label: "What ends next" }}
      note="Makers' own listings that went last. A source that failed says nothing of a model."
      load={async () => gone}
      render={({ archive: models, source_gaps: gaps }) =>
        models.length === 0 ? (
          <Empty>No model was seen to go since prices are captured.</Empty>
        ) : (
          <ArchivedModels models={models} gaps={gaps} path={modelPage.path} sellerName={providerName} />
        )
      }
    />
  </div>
);

/** What is asked for by its address stands first; who only looks sees first what is known for free. */
export default async function ChangesPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(changesPage, await searchParams);
  const [captured, known] = await Promise.all([blockAnswer(history), loadKnown()]);
  const dates = valueOf(captured, (answer) => answer.dates);
  const isAsked = hrefOf(changesPage, values) !== hrefOf(changesPage);
  const tiles = tilesOf(known);
  const asked = (
    <section aria-labelledby="asked" className="mt-6 mb-6">
      <h2 id="asked" className="mb-3 text-h2">
        Everything of some days in one answer
      </h2>
      <ChangesForm key={hrefOf(changesPage, values)} values={values} dates={dates} />
      <Asked values={values} dates={dates} />
    </section>
  );
  return (
    <PageFrame frame={frameOf(changesPage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(changesPage, values)} />
      {isAsked && asked}
      {tiles.length > 1 && <Glance label="At a glance" tiles={tiles} />}
      <PricesAndIncidents known={known} />
      {!isAsked && asked}
      <MovesAndArchive known={known} />
    </PageFrame>
  );
}
