import { Fragment } from "react";
import { Block } from "@/components/blocks/block";
import { PriceFigure } from "@/components/charts/prices/price-figure";
import { PriceConditions } from "@/components/models/price-conditions";
import { EmbedSnippets } from "@/components/shell/embed-snippets";
import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { NearTime } from "@/components/ui/near-time";
import { TABS } from "@/components/ui/tab-links";
import { Empty, Note } from "@/components/ui/states";
import { EMBED_PATHS, EMBED_SIZES, PICTURE_PATHS } from "@/lib/domain/badges/embed-path";
import { addDays } from "@/lib/domain/basics/date-range";
import { SET_ASIDE_WORDS } from "@/lib/domain/models/prices/price-units";
import { mixedPrice } from "@/lib/domain/models/cheaper-models";
import { formatPrice } from "@/lib/domain/pages/format";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { newWatchPage } from "@/lib/pages/account/watches";
import { baseUrl } from "@/lib/http/own-address";
import { fillPath, hrefOf, hrefWith } from "@/lib/pages/address";
import { blockAnswer } from "@/lib/pages/block-answer";
import { csvLink } from "@/lib/pages/csv-link";
import type { ValuesOf } from "@/lib/pages/define";
import { modelPage } from "@/lib/pages/model";
import type { FoundModel } from "./find-model";

const MIXES = [90, 75, 50, 25];
const shown = (usd: number | null | undefined): string => (usd === null || usd === undefined ? "not published" : formatPrice(usd));

interface Props {
  found: FoundModel;
  values: ValuesOf<typeof modelPage>;
  path: { provider: string; id: string };
}

function Mix({ found: { model }, values, path }: Props) {
  const { inputPrice: input, outputPrice: output } = model;
  if (input === null || output === null) return null;
  const shares = MIXES.includes(values.mix) ? MIXES : [...MIXES, values.mix];
  return (
    <div className="mt-4">
      <p>
        <span className="text-h2 font-semibold">{formatPrice(mixedPrice(input, output, values.mix))}</span> per 1M tokens, of which{" "}
        {values.mix} % are input.
      </p>
      <nav aria-label="Share of input" className={`${TABS} mt-2`}>
        {shares.map((mix) => (
          <IntentLink
            key={mix}
            href={hrefWith(modelPage, values, { mix }, path)}
            aria-current={mix === values.mix ? "true" : undefined}
            className="control"
            scroll={false}
          >
            {mix} : {100 - mix}
          </IntentLink>
        ))}
      </nav>
    </div>
  );
}

const SourceLink = ({ name, url }: { name: string; url: string | null }) => (url === null ? name : <a href={url}>{name}</a>);

export function PriceNow(props: Props) {
  const { model, answer } = props.found;
  const sources = new Map(answer.sources.map((source) => [source.key as string, source]));
  const kinds = [
    ["Input", model.inputPrice],
    ["Output", model.outputPrice],
    ...(model.cachedInputPrice === undefined ? [] : [["Input from the cache", model.cachedInputPrice] as const]),
  ] as const;
  return (
    <section aria-labelledby="price-now" className="card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="price-now" className="text-h2">
          Price now
        </h2>
        <a href={hrefOf(newWatchPage, { model: `${props.path.provider}/${props.path.id}` })} className="text-small">
          Be called back when it changes
        </a>
      </div>
      <p className="mb-3 text-small text-fg-muted">
        USD per 1M tokens{model.freeListing && "; given away here, so that 0 is not the model's price"}.
      </p>
      <div className="grid gap-6 lg:grid-cols-2 [&>*]:min-w-0">
        <div>
          <ListedTable
            label="Prices"
            head={["Of", "Price"]}
            rows={kinds.map(([name, usd]) => ({ key: name, cells: [name, shown(usd)] }))}
          />
          {model.pricingNote !== undefined && <p className="mt-2 text-small">{model.pricingNote}</p>}
          <PriceConditions conditions={model.priceConditions ?? []} />
          <Mix {...props} />
        </div>
        <div>
          <h3 className="mb-1 text-h3">Who says so</h3>
          {model.priceConflict && (
            <Note tone="warn">The sources differ: by more than 0.5 % within 90 days, or by ten times. The first is shown.</Note>
          )}
          <ListedTable
            label="Sources of the price"
            head={["Source", "Input", "Output", "Seen there"]}
            rows={model.price_sources.map((reading, place) => {
              const source = sources.get(reading.source);
              return {
                key: `${reading.source} ${place}`,
                cells: [
                  <SourceLink key="source" name={source?.name ?? reading.source} url={source?.url ?? null} />,
                  formatPrice(reading.inputPrice),
                  formatPrice(reading.outputPrice),
                  <Fragment key="seen">
                    {reading.verified_at === null ? "–" : <NearTime at={reading.verified_at} />}
                    {reading.set_aside !== undefined && <small>not believed: {SET_ASIDE_WORDS[reading.set_aside]}</small>}
                  </Fragment>,
                ],
              };
            })}
          />
        </div>
      </div>
    </section>
  );
}

const weekQuery = ({ provider, id }: Props["path"]) => ({ model: `${provider}/${id}` });

/** The seven newest days. Today's snapshot is taken at 07:00 UTC: before that they end yesterday. */
export async function loadWeek(path: Props["path"]) {
  const query = weekQuery(path);
  const outcome = await blockAnswer(pricingSeries, query);
  if (outcome.kind !== "answer") return outcome;
  const { points, range } = outcome.answer;
  if (points.length === 0 || points.at(-1)?.date === range.to) return outcome;
  return blockAnswer(pricingSeries, { ...query, from: addDays(range.from, -1), to: addDays(range.to, -1) });
}

type Week = Awaited<ReturnType<typeof loadWeek>>;

export function PriceWeek({ found, path, week }: Pick<Props, "found" | "path"> & { week: Week }) {
  return (
    <Block
      title="Price of the last 7 days"
      // The days are named in the figure; the age of the oldest of them says nothing.
      hasStamp={false}
      load={async () => week}
      render={({ points, range }) =>
        points.length === 0 ? (
          <Empty>No price was captured in these days yet. Prices of a day are captured at 07:00 UTC.</Empty>
        ) : (
          <PriceFigure
            title={found.model.name}
            points={points}
            range={range}
            csvHref={csvLink(pricingSeries, weekQuery(path)).href}
            foot={
              <EmbedSnippets
                baseUrl={baseUrl()}
                picture={fillPath(PICTURE_PATHS.price, { provider: path.provider, model: `${path.id}.svg` })}
                frame={{ path: fillPath(EMBED_PATHS.price, { provider: path.provider, model: path.id }), size: EMBED_SIZES.price }}
                page={hrefOf(modelPage, {}, path)}
                alt={`Course of the price of ${found.model.name}`}
              />
            }
          />
        )
      }
    />
  );
}
