import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { FailedBlock } from "@/components/blocks/failure";
import { COMPARE_EXAMPLE, CompareShown } from "@/components/models/compare-answer";
import { CompareTable, type RowGroup, type ComparedColumn, type ComparedCell } from "@/components/models/compare-table";
import { CompareRun } from "@/components/models/choice-runs";
import { NoModelsYet } from "@/components/models/no-models-yet";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { benchmarkNames } from "@/lib/catalogs/score-sources";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { compareModels, LEAST_COMPARED, MOST_COMPARED } from "@/lib/endpoints/premium/compare/models";
import { status } from "@/lib/endpoints/status";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf, fillPath, hrefWith } from "@/lib/pages/address";
import { blockAnswer, blockOf } from "@/lib/pages/block-answer";
import { comparePage } from "@/lib/pages/compare";
import { costPage } from "@/lib/pages/cost";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { currentServices } from "@/lib/pages/service-summary";
import { chosenModels, type Choice, isListed, type ListedModel } from "../chosen-models";
import { ChosenForm } from "../chosen-form";
import { comparedRows } from "./compared-rows";
import { Verdict } from "./verdict";
import { modelPage } from "@/lib/pages/model";
import { CurrentStateChip } from "@/components/ui/current-state-chip";
import { IntentLink } from "@/components/ui/intent-link";
import { servicesOf } from "@/lib/catalogs/find-services";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { checkOf } from "@/lib/domain/status/current-states";
import { providerPage } from "@/lib/pages/provider";

type Services = Awaited<ReturnType<typeof currentServices>>["services"];

/** The services through which the models of a provider are called, each with its own state. */
function stateRows(listed: readonly ListedModel[], services: Services): RowGroup {
  const byName = new Map(services.map((service) => [service.name, service]));
  const madeAt = serviceTime().toISOString();
  const cells = listed.map(({ providerId, provider }): ComparedCell => {
    const own = servicesOf(providerId).flatMap(({ name }) => byName.get(name) ?? []);
    if (own.length === 0) return { value: "no status page", isMissing: true };
    return {
      value: own.map((service) => (
        <p key={service.name} className="service">
          {service.name}{" "}
          <CurrentStateChip service={checkOf(service)} cadenceSeconds={datasets.provider_status.cadenceSeconds} madeAt={madeAt} />
        </p>
      )),
      note: <IntentLink href={fillPath(providerPage.path, { id: providerId })}>{provider}</IntentLink>,
    };
  });
  return { title: "Provider now", rows: [{ label: "State", cells }] };
}

/** A column's name in an address: a listed model's key, or what was asked for. */
const nameOf = (entry: Choice["chosen"][number]): string => (isListed(entry) ? entry.key : entry.asked);

const compareHref = (ids: readonly string[]): string => hrefWith(comparePage, { ids }, {});

/** The columns in the order of the address, each with the addresses that move it. */
function columnsOf(chosen: Choice["chosen"]): ComparedColumn[] {
  const ids = chosen.map(nameOf);
  const swapped = (one: number, other: number): string | null => {
    if (ids[one] === undefined || ids[other] === undefined) return null;
    const moved = [...ids];
    [moved[one], moved[other]] = [ids[other], ids[one]];
    return compareHref(moved);
  };
  return chosen.map((entry, index) => {
    const moves = { left: swapped(index, index - 1), right: swapped(index, index + 1), without: compareHref(ids.toSpliced(index, 1)) };
    if (isListed(entry)) {
      const href = fillPath(modelPage.path, { provider: entry.providerId, id: entry.model.id });
      return { key: entry.key, name: entry.name, href, beside: entry.provider, closest: [], ...moves };
    }
    const { asked, isAmbiguous, closest } = entry;
    const beside = closest.length === 0 ? "nothing is called so" : isAmbiguous ? "which one?" : "closest names:";
    return {
      key: `asked ${asked}`,
      name: isAmbiguous ? `several models: ${asked}` : `not found: ${asked}`,
      href: null,
      beside,
      closest: closest.map(({ key, name }) => ({ name, href: compareHref(ids.with(index, key)) })),
      ...moves,
    };
  });
}

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(comparePage, readSearch(comparePage, await searchParams));

const NOTHING = { value: "–", isMissing: true } as const;

/** Rows of the listed models, with a dash in the columns of those that nothing is called. */
function spread({ chosen, listed }: Choice, groups: readonly RowGroup[]) {
  const places = chosen.map((entry) => listed.findIndex((other) => other === entry));
  return groups.map((group) => ({
    ...group,
    rows: group.rows.map((row) => ({ ...row, cells: places.map((place) => row.cells[place] ?? NOTHING) })),
  }));
}

async function Comparison({ choice }: { choice: Choice }) {
  const { chosen, listed, notes } = choice;
  if (chosen.length === 0) return <NoModelsYet />;
  const [scores, states] = await Promise.all([blockAnswer(benchmarks), blockOf(status, () => currentServices())]);
  const groups = [
    ...comparedRows(listed, scores.kind === "answer" ? scores.answer : null),
    ...(states.kind === "answer" ? [stateRows(listed, states.answer.services)] : []),
  ];
  return (
    <>
      <Verdict listed={listed} />
      <CompareTable columns={columnsOf(chosen)} groups={listed.length === 0 ? [] : spread(choice, groups)} />
      <div className="mt-4 grid gap-2">
        {scores.kind === "failed" && <FailedBlock failure={scores} />}
        {states.kind === "failed" && <FailedBlock failure={states} />}
      </div>
      <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
        <li>
          The square marks the best value of a row where at least two are known; a tie is named so, and what is not reported is never the
          best. Abilities whose intervals meet are a tie.
        </li>
        <li>Prices of models that are given away take no part: 0 is not what they cost elsewhere.</li>
        <li>
          Scores are compared within one task set. A vendor&apos;s score stands in a publication of a maker of models; this service measured
          none.
        </li>
      </ul>
    </>
  );
}

function Premium({ listed }: Choice) {
  if (listed.length < LEAST_COMPARED) return null;
  const request = premiumRequest(compareModels, { query: { ids: listed.map(({ key }) => key).join(",") } });
  return (
    <div className="mt-4">
      <CompareRun
        request={request}
        benchmarkNames={benchmarkNames}
        example={<CompareShown answer={COMPARE_EXAMPLE} benchmarkNames={benchmarkNames} />}
      />
    </div>
  );
}

export default async function ComparePage({ searchParams }: PageProps) {
  const search = readSearch(comparePage, await searchParams);
  const { values } = search;
  const { asked, outcome, choice, shown, ignored } = await chosenModels(search, MOST_COMPARED, LEAST_COMPARED);
  return (
    <PageFrame
      frame={{
        ...frameOf(comparePage, { values: shown, capturedAt: choice?.captured_at ?? null }),
        href: hrefOf(comparePage, { ids: values.ids }),
      }}
      json={values.view === "json" && choice ? choice.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(comparePage, { ids: asked.length > 0 ? asked : null })} />
      {choice && <ChosenForm page={comparePage} choice={choice} asked={asked} most={MOST_COMPARED} />}
      <Block
        title="Side by side, what differs first"
        more={{ href: hrefOf(costPage, { ids: shown.ids }), label: "What a workload costs on them" }}
        hasStamp={false}
        load={async () => outcome}
        render={(loaded) => <Comparison choice={loaded} />}
      />
      {choice && <Premium {...choice} />}
    </PageFrame>
  );
}
