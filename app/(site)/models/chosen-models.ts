import { matchSorter } from "match-sorter";
import { closestEntries } from "@/components/shell/closest-entries";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import type { AbilityRange } from "@/lib/domain/models/flagship";
import { suggestedModels } from "@/lib/domain/models/suggested-models";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { capability } from "@/lib/endpoints/capability";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { listingKey } from "./rows";

type Models = AnswerOf<typeof models>;
type Provider = Models["providers"][number];

interface Named {
  /** `provider/id`. */
  key: string;
  name: string;
}

export interface ListedModel extends Named {
  providerId: string;
  provider: string;
  model: Provider["models"][number] | Provider["unpriced"][number];
  sourceName: string | null;
  /** Null where too few scores are known. */
  capability: AbilityRange | null;
}

/** What a reader asked for and nothing is called. */
export interface UnlistedModel {
  asked: string;
  /** Several models are called so, rather than none. */
  isAmbiguous: boolean;
  closest: Named[];
}

export interface Choice {
  answer: Models;
  captured_at: string | null;
  /** In the order asked, without repeats. */
  chosen: (ListedModel | UnlistedModel)[];
  listed: ListedModel[];
  /** Notes on a price: whose it is, what of a name was left out, which release a family's name stood for. */
  notes: string[];
  /** True where the reader named no model. */
  isSuggested: boolean;
  /** Models to begin with. */
  suggested: Named[];
}

export const isListed = (entry: ListedModel | UnlistedModel): entry is ListedModel => "key" in entry;

type Abilities = ReadonlyMap<string, AbilityRange>;

/** Most models to begin with. */
const SUGGESTED = 3;
const CLOSEST = 4;

function listedIn({ providers, sources }: Models, abilities: Abilities): ListedModel[] {
  const names = new Map(sources.map(({ key, name }) => [key as string, name]));
  return providers.flatMap(({ id: providerId, name: provider, models: priced, unpriced }) =>
    [...priced, ...unpriced].map((model) => ({
      key: listingKey(providerId, model.id),
      name: model.name,
      providerId,
      provider,
      model,
      sourceName: model.source === null ? null : (names.get(model.source) ?? model.source),
      capability: abilities.get(listingKey(providerId, model.id)) ?? null,
    })),
  );
}

/** Listings of the hosts that are meant: the list of all models has those of makers alone. */
async function hostListings(hosts: ReadonlySet<string>, known: readonly ListedModel[]): Promise<ListedModel[]> {
  const outcomes = await Promise.all([...hosts].map((provider) => blockAnswer(models, { provider })));
  const keys = new Set(known.map(({ key }) => key));
  return outcomes.flatMap((outcome) =>
    outcome.kind === "answer" ? listedIn(outcome.answer, new Map()).filter(({ key }) => !keys.has(key)) : [],
  );
}

function closestTo(text: string, entries: readonly ListedModel[]): Named[] {
  const leaf = text.split("/").at(-1) ?? text;
  return closestEntries(matchSorter, entries, leaf, ["key", "name"])
    .toSorted((a, b) => a.key.length - b.key.length)
    .slice(0, CLOSEST)
    .map(({ key, name }) => ({ key, name }));
}

type Resolved = AnswerOf<typeof resolveModels>["results"][number];

const keyOf = (result: Resolved): string | null => (result.matched ? listingKey(result.listing.provider_id, result.listing.id) : null);

/** What each name means, by the name. A name that no name can be, one of 300 letters, means nothing. */
async function resolvedNames(asked: readonly string[]): Promise<ReadonlyMap<string, Resolved>> {
  if (asked.length === 0) return new Map();
  const outcome = await blockAnswer(resolveModels, { name: asked.join(",") });
  const results = outcome.kind === "answer" ? outcome.answer.results : [];
  return new Map(results.map((result) => [result.query.toLowerCase(), result]));
}

async function choose(asked: readonly string[], makers: readonly ListedModel[]): Promise<Pick<Choice, "chosen" | "notes">> {
  const meant = await resolvedNames(asked);
  const known = new Set(makers.map(({ key }) => key));
  const missing = [...meant.values()].flatMap((result) =>
    result.matched && !known.has(keyOf(result) ?? "") ? result.listing.provider_id : [],
  );
  const entries = [...makers, ...(await hostListings(new Set(missing), makers))];
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const chosen = new Map<string, ListedModel | UnlistedModel>();
  const notes: string[] = [];
  for (const text of asked) {
    const result = meant.get(text.toLowerCase());
    const entry = result && byKey.get(keyOf(result) ?? "");
    if (entry && result.matched) {
      chosen.set(entry.key, entry);
      if (result.match_note !== null) notes.push(result.match_note);
      continue;
    }
    const candidates = result?.matched === false ? result.candidates : [];
    const named = candidates.map((key) => ({ key, name: byKey.get(key)?.name ?? key }));
    const closest = named.length > 0 ? named.slice(0, CLOSEST) : closestTo(text, entries);
    chosen.set(`asked ${text}`, { asked: text, isAmbiguous: result?.matched === false && result.reason === "ambiguous_model", closest });
  }
  return { chosen: [...chosen.values()], notes };
}

/** What can be compared by ability too. A release of this week has no scores, and nothing could be said of it. */
const measured = (providers: Models["providers"], abilities: Abilities) =>
  abilities.size === 0
    ? providers
    : providers.map(({ id, models: own }) => ({ id, models: own.filter((model) => abilities.has(listingKey(id, model.id))) }));

/** The models of these names or ids, as the API lists them; without one, what to begin with. */
async function choiceOf(asked: readonly string[], count: number): Promise<BlockOutcome<Choice>> {
  const [outcome, abilities] = await Promise.all([blockAnswer(models), blockAnswer(capability)]);
  if (outcome.kind !== "answer") return outcome;
  // Without abilities the newest stands for the ablest.
  const able = abilities.kind === "answer" ? abilities.answer.models.filter(({ rank, id }) => rank !== null && id !== null) : [];
  const abilityOf: Abilities = new Map(able.map((model) => [`${model.providerId}/${model.id}`, model]));
  const { answer, stamp } = outcome;
  const makers = listedIn(answer, abilityOf);
  const nameOf = new Map(makers.map(({ key, name }) => [key, name]));
  const suggested = suggestedModels(measured(answer.providers, abilityOf), attentionProviders, count, (key) => abilityOf.get(key));
  const isSuggested = asked.length === 0;
  const { chosen, notes } = await choose(isSuggested ? suggested : asked, makers);
  return {
    kind: "answer",
    stamp,
    answer: {
      answer,
      captured_at: answer.captured_at,
      chosen,
      listed: chosen.filter(isListed),
      notes,
      isSuggested,
      suggested: suggested.map((key) => ({ key, name: nameOf.get(key) ?? key })),
    },
  };
}

interface NamedSearch<Values> {
  values: Values;
  ignored: readonly string[];
}

/** The models that a page's address names, up to a limit, or those to begin with. Others are named with what else was ignored. */
export async function chosenModels<Values extends { ids: readonly string[] | null }>(
  { values, ignored }: NamedSearch<Values>,
  most: number,
  suggested = SUGGESTED,
) {
  const all = values.ids ?? [];
  const asked = all.slice(0, most);
  const beyond = all.slice(most);
  const outcome = await choiceOf(asked, suggested);
  const choice = outcome.kind === "answer" ? outcome.answer : null;
  const keys = choice?.listed.map(({ key }) => key) ?? [];
  return {
    asked,
    outcome,
    choice,
    /** The page's values with the models that it shows, by key. */
    shown: { ...values, ids: keys.length > 0 ? keys : null },
    ignored: beyond.length === 0 ? ignored : [...ignored, `ids=${beyond.join(",")} (at most ${most} models)`],
  };
}
