import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty } from "@/components/ui/states";
import { groupBy } from "@/lib/domain/basics/group-by";
import { hasEnded } from "@/lib/domain/models/model-life";
import { typicalCost } from "@/lib/domain/models/typical-call";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { formatCallCost, formatPrice, plural } from "@/lib/domain/pages/format";
import type { resolveModels } from "@/lib/endpoints/models/resolve";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { modelPage } from "@/lib/pages/model";

const MOST = 12;

/** Median milliseconds to the first byte of each provider's API, where it is probed. */
async function medians(): Promise<ReadonlyMap<string, number>> {
  const outcome = await blockAnswer(probeLatest);
  if (outcome.kind !== "answer") return new Map();
  return new Map(outcome.answer.summary.providers.flatMap(({ provider, ttfb: { p50 } }) => (p50 === null ? [] : [[provider, p50]])));
}

const shown = (usd: number | null): string => (usd === null ? "–" : formatPrice(usd));

/** The first listing of each host that sells the model: what the answer lists is in order of price. */
function cheapestOfEach<Host extends { provider_id: string; model_status: string }>(hosts: readonly Host[]): Host[] {
  const sold = hosts.filter(({ model_status: status }) => !hasEnded(status));
  return [...groupBy(sold, ({ provider_id: id }) => id).values()].flatMap(([first]) => (first ? [first] : []));
}

/** Everybody who sells the model, its maker first and then the cheapest. */
export function Hosts({ sold }: { sold: BlockOutcome<AnswerOf<typeof resolveModels>> }) {
  return (
    <Block
      title="Who sells it"
      hasStamp={false}
      note="USD per 1M tokens. How fast a host's API answers is the median of a day's probes without a model."
      load={async () => sold}
      render={async ({ results: [found] }) => {
        const hosts = found?.matched ? cheapestOfEach(found.hosts) : [];
        if (hosts.length === 0) return <Empty>Nobody is known to sell it now.</Empty>;
        const delayOf = await medians();
        return (
          <>
            <ListedTable
              label="Hosts of this model"
              head={["Host", "In, out", "A call"]}
              rows={hosts.slice(0, MOST).map(({ provider_id: provider, provider: name, id, is_makers: isMakers, pricing }) => {
                const [input, output] = [pricing?.input ?? null, pricing?.output ?? null];
                const call = typicalCost(input, output);
                const delay = delayOf.get(provider);
                const facts = [isMakers && "its maker", delay !== undefined && `answers in ${Math.round(delay)} ms`];
                return {
                  key: `${provider}/${id}`,
                  cells: [
                    <>
                      <IntentLink href={fillPath(modelPage.path, { provider, id })} className="inline-block min-h-6">
                        {name}
                      </IntentLink>
                      <small>{facts.filter(Boolean).join(", ")}</small>
                    </>,
                    <>
                      {shown(input)}
                      <small>{shown(output)}</small>
                    </>,
                    call === null ? "–" : formatCallCost(call),
                  ],
                };
              })}
            />
            {hosts.length > MOST && <p className="mt-2 text-small text-fg-muted">{`And ${plural(hosts.length - MOST, "more host")}.`}</p>}
          </>
        );
      }}
    />
  );
}
