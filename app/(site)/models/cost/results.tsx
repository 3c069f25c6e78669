import { CostBars } from "@/components/models/cost-bars";
import { NoModelsYet } from "@/components/models/no-models-yet";
import { CONDITION_WORDS } from "@/components/models/price-conditions";
import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty, Note } from "@/components/ui/states";
import { formatCost, formatDay, formatPrice, formatTokens } from "@/lib/domain/pages/format";
import { fillPath, hrefWith } from "@/lib/pages/address";
import { costPage } from "@/lib/pages/cost";
import { modelPage } from "@/lib/pages/model";
import { isListed, type Choice, type ListedModel, type UnlistedModel } from "../chosen-models";
import { SuggestedNote } from "../suggested-note";
import { formulaOf, type Costs, type CostValues, type ModelCost } from "./costs";
import { HORIZON_WORDS } from "./workload-form";

const pageOf = ({ providerId, model }: ListedModel): string => fillPath(modelPage.path, { provider: providerId, id: model.id });

function NameOf({ entry, children }: { entry: ListedModel; children: React.ReactNode }) {
  return (
    <>
      <IntentLink href={pageOf(entry)}>{entry.name}</IntentLink>
      <small>
        {entry.provider} · {children}
      </small>
    </>
  );
}

function RatesAsOf({ entry: { model, sourceName } }: { entry: ListedModel }) {
  if (sourceName === null) return "source not known";
  return (
    <>
      {model.source_url === null ? sourceName : <a href={model.source_url}>{sourceName}</a>}
      <small>
        {model.verified_at === null ? "undated" : formatDay(model.verified_at)}
        {model.priceConflict && ", sources differ"}
      </small>
    </>
  );
}

const UNKNOWN = ["–", "–", "–", "–"];

/** A model of which no cost is known, and why. */
const withoutCost = (entry: ListedModel, why: string) => ({
  key: entry.key,
  cells: [
    <NameOf key="name" entry={entry}>
      {why}
    </NameOf>,
    ...UNKNOWN,
    <RatesAsOf key="rates" entry={entry} />,
  ],
});

function CostTable({ ranked, unpriced, givenAway }: Costs) {
  return (
    <ListedTable
      label="Costs and rates"
      head={["Model, $ per 1M tokens", "Day", "Week", "Month", "Year", "Rates as of"]}
      rows={[
        ...ranked.map(({ key, entry, cost, rates, lacksCachePrice }) => ({
          key,
          cells: [
            <NameOf key="name" entry={entry}>
              {formatPrice(rates.input)} in, {formatPrice(rates.output)} out{lacksCachePrice && ", no cache price known"}
            </NameOf>,
            formatCost(cost.daily.total),
            formatCost(cost.weekly_total),
            formatCost(cost.monthly_total),
            formatCost(cost.yearly_total),
            <RatesAsOf key="rates" entry={entry} />,
          ],
        })),
        ...givenAway.map((entry) => withoutCost(entry, "given away here")),
        ...unpriced.map((entry) => withoutCost(entry, "price not published")),
      ]}
    />
  );
}

function Headline({ ranked, values }: { ranked: readonly [ModelCost, ...ModelCost[]]; values: CostValues }) {
  const [cheapest] = ranked;
  const dearest = ranked.at(-1) ?? cheapest;
  const word = HORIZON_WORDS[values.horizon];
  const times = cheapest.total > 0 ? dearest.total / cheapest.total : null;
  return (
    <div className="mb-4">
      <p>
        <span className="text-display font-semibold">{formatCost(cheapest.total)}</span> a {word} on{" "}
        <IntentLink href={pageOf(cheapest.entry)}>{cheapest.name}</IntentLink>
        {ranked.length > 1 && `, the cheapest of ${ranked.length}`}
      </p>
      <p className="mt-1 text-small [overflow-wrap:anywhere] text-fg-muted">
        {formulaOf(cheapest, values)}
        {ranked.length > 1 && times !== null && times > 1 && `. ${dearest.name} costs ${times.toFixed(1)} times as much.`}
      </p>
    </div>
  );
}

function NotFound({ unlisted, values, asked }: { unlisted: readonly UnlistedModel[]; values: CostValues; asked: readonly string[] }) {
  return unlisted.map(({ asked: text, isAmbiguous, closest }) => (
    <Note key={text} tone="warn">
      <p className="[overflow-wrap:anywhere]">
        {isAmbiguous ? `Several models are called ${text}:` : `No model is called ${text}.`}{" "}
        {!isAmbiguous && closest.length > 0 && "Closest: "}
        {closest.map(({ key, name }) => (
          <IntentLink
            key={key}
            href={hrefWith(costPage, values, { ids: asked.map((id) => (id === text ? key : id)) })}
            scroll={false}
            className="mr-3 inline-block leading-6 text-inherit"
          >
            {name}
          </IntentLink>
        ))}
      </p>
    </Note>
  ));
}

const namesOf = (entries: readonly ListedModel[]): string => entries.map(({ name }) => name).join(", ");

function notesOf({ ranked, givenAway, unpriced }: Costs, { cached }: CostValues): string[] {
  const long = ranked.flatMap(({ entry }) => {
    const [first] = entry.model.longContextPricing ?? [];
    return first ? [`${entry.name} above ${formatTokens(first.aboveInputTokens)} tokens`] : [];
  });
  const conditional = ranked.flatMap(({ entry }) => {
    const kinds = new Set((entry.model.priceConditions ?? []).map(({ kind }) => kind).filter((kind) => kind !== "prompt_tokens_above"));
    return kinds.size === 0 ? [] : [`${entry.name} (${[...kinds].map((kind) => CONDITION_WORDS[kind].toLowerCase()).join(", ")})`];
  });
  const lacking = ranked.filter(({ lacksCachePrice }) => lacksCachePrice).map(({ entry }) => entry);
  return [
    "Cost = (input tokens × input price + output tokens × output price) ÷ 1,000,000 × days. List prices, the same on every day: without discounts, batch rates and taxes.",
    ...(cached > 0
      ? [`The input price holds ${cached} % at the price of input from the cache; what writing to the cache costs is not counted.`]
      : []),
    ...(lacking.length > 0
      ? [`No price of input from the cache is known, so that all of it is calculated at the full price: ${namesOf(lacking)}.`]
      : []),
    ...(long.length > 0 ? [`Long prompts cost more, which is not counted: ${long.join(", ")}.`] : []),
    ...(conditional.length > 0 ? [`What else their prices depend on is not counted: ${conditional.join("; ")}.`] : []),
    ...(givenAway.length > 0
      ? [`Given away at this provider, usually within limits, so that 0 is not what a workload costs: ${namesOf(givenAway)}.`]
      : []),
    ...(unpriced.length > 0 ? [`Nobody publishes a price, so that the cost is not known: ${namesOf(unpriced)}.`] : []),
  ];
}

interface Props {
  choice: Choice;
  costs: Costs;
  values: CostValues;
  asked: readonly string[];
}

export function Results({ choice, costs, values, asked }: Props) {
  const unlisted = choice.chosen.filter((entry): entry is UnlistedModel => !isListed(entry));
  if (choice.chosen.length === 0) return <NoModelsYet />;
  const [first, ...others] = costs.ranked;
  const word = HORIZON_WORDS[values.horizon];
  return (
    <>
      {unlisted.length > 0 && (
        <div className="mb-4 grid gap-2">
          <NotFound unlisted={unlisted} values={values} asked={asked} />
        </div>
      )}
      {first ? (
        <>
          <SuggestedNote choice={choice} />
          <Headline ranked={[first, ...others]} values={values} />
          <CostBars
            title="Cost of the workload"
            sentence={`Cost a ${word}, the cheapest first.`}
            bars={costs.ranked.map(({ key, name, total }) => ({ key, name, usd: total }))}
          />
        </>
      ) : (
        <Empty>None of these models has a published price, so that no cost can be calculated.</Empty>
      )}
      {choice.listed.length > 0 && (
        <div className="mt-4">
          <CostTable {...costs} />
        </div>
      )}
      <ul className="mt-4 list-disc pl-5 text-small text-fg-muted">
        {[...choice.notes, ...notesOf(costs, values)].map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
