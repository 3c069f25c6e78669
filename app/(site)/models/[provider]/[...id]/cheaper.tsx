import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";
import { Empty } from "@/components/ui/states";
import { rankedAbilities } from "@/lib/domain/models/capability/ranked-ability";
import { cheaperModels, type AblePrice } from "@/lib/domain/models/cheaper-models";
import { hasEnded } from "@/lib/domain/models/model-life";
import { rankAmong } from "@/lib/domain/models/scores/saturation";
import { scoredListings } from "@/lib/domain/models/scores/scored-listings";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { formatPrice } from "@/lib/domain/pages/format";
import type { capability } from "@/lib/endpoints/capability";
import type { resolveModels } from "@/lib/endpoints/models/resolve";
import type { models } from "@/lib/endpoints/models";
import { fillPath } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";
import { listingKey } from "../../rows";
import { scoreEntryOf, type Scores } from "../../score-entry";
import type { FoundModel } from "./find-model";

type Abilities = AnswerOf<typeof capability>["models"];

type Able = Abilities[number];

interface Candidate extends AblePrice {
  name: string;
  provider: string;
  input: number | null;
  output: number | null;
  low: number;
  high: number;
}

/** How able a model is among what is sold. */
export interface Standing {
  own: Able;
  /** 1 for the ablest that is sold. */
  place: number;
  /** Abilities of all that is sold. */
  sold: number[];
  /** Null where its own price is not known. */
  cheaper: Candidate[] | null;
}

/** The ability of a model's listing. A snapshot has that of the listings that share its scores, a host's that of its maker's. */
function abilityOf({ model, providerId }: FoundModel, abilities: Abilities, { scores, sold }: Pick<Known, "scores" | "sold">) {
  const maker = model.maker ?? providerId;
  const find = rankedAbilities(abilities);
  const scored = scores.kind === "answer" ? (scoreEntryOf({ model, providerId }, scores.answer)?.ids ?? []) : [];
  const [named] = sold.kind === "answer" ? sold.answer.results : [];
  const makers = named?.matched && named.model.id?.startsWith(`${maker}/`) ? [named.model.id.slice(maker.length + 1)] : [];
  return [model.id, ...scored, ...makers].map((id) => find(maker, id)).find((able) => able !== undefined);
}

function candidatesOf({ providers }: AnswerOf<typeof models>, abilities: Abilities): Candidate[] {
  const listingOf = scoredListings(providers);
  return abilities.flatMap((entry) => {
    const found = listingOf(entry);
    if (!found || entry.rank === null || hasEnded(found.listing.status)) return [];
    const { id, name, blendedPrice: blended, inputPrice: input, outputPrice: output } = found.listing;
    const { provider, ability, low, high } = entry;
    return [{ providerId: found.providerId, id, name, provider, blended, input, output, ability, low, high }];
  });
}

interface Known {
  catalog: BlockOutcome<AnswerOf<typeof models>>;
  able: BlockOutcome<AnswerOf<typeof capability>>;
  scores: BlockOutcome<Scores>;
  /** Who sells the model, and as what its maker does. */
  sold: BlockOutcome<AnswerOf<typeof resolveModels>>;
}

/** Null where an answer is missing, or too few scores of the model are published. */
export function standingOf(found: FoundModel, { catalog, able, ...known }: Known): Standing | null {
  if (catalog.kind !== "answer" || able.kind !== "answer") return null;
  const abilities = able.answer.models;
  const own = abilityOf(found, abilities, known);
  if (!own) return null;
  const sold = abilities.flatMap(({ sold: isSold, rank, ability }) => (isSold && rank !== null ? [ability] : []));
  const priced = { providerId: found.providerId, id: found.model.id, blended: found.model.blendedPrice, ability: own.ability };
  return {
    own,
    place: rankAmong(sold, own.ability),
    sold,
    cheaper: priced.blended === null ? null : cheaperModels(priced, candidatesOf(catalog.answer, abilities)),
  };
}

interface CheaperProps extends Pick<Known, "catalog" | "able"> {
  standing: Standing | null;
}

/** Abilities are compared, since in a benchmark that most nearly solve small models equal large ones. */
export function Cheaper({ standing, catalog, able }: CheaperProps) {
  return (
    <Block
      title="Cheaper and as able"
      hasStamp={false}
      load={async () => (catalog.kind === "failed" ? catalog : able)}
      render={() => {
        if (standing === null) return <Empty>Too few scores of this model were published to say how able it is.</Empty>;
        const { own, cheaper } = standing;
        const words = `Its ability is ${own.ability} (${own.low} to ${own.high}), by all its scores.`;
        if (cheaper === null) return <Empty>{words} Its price is not published, so that none can be called cheaper.</Empty>;
        if (cheaper.length === 0) return <Empty>{words} No model that is as able costs less.</Empty>;
        return (
          <>
            <ListedTable
              label="Cheaper models"
              head={["Model", "Ability", "Blended"]}
              rows={cheaper.map((model) => ({
                key: listingKey(model.providerId, model.id),
                cells: [
                  <>
                    <IntentLink href={fillPath(modelPage.path, { provider: model.providerId, id: model.id })}>{model.name}</IntentLink>
                    <small>{model.provider}</small>
                  </>,
                  <>
                    {model.ability}
                    <small>
                      {model.low} to {model.high}
                    </small>
                  </>,
                  model.blended === null ? "–" : formatPrice(model.blended),
                ],
              }))}
            />
            <p className="mt-2 text-small text-fg-muted">{words}</p>
          </>
        );
      }}
    />
  );
}
