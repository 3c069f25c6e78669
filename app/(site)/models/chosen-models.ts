import { matchSorter } from "match-sorter";
import { closestEntries } from "@/components/shell/closest-entries";
import { resolveProvider } from "@/lib/catalogs/providers";
import { attentionProviders } from "@/lib/domain/attention/attention-terms";
import { matchNotes } from "@/lib/domain/models/match-notes";
import { modelResolver } from "@/lib/domain/models/resolve-model";
import { suggestedModels } from "@/lib/domain/models/suggested-models";
import type { BlockOutcome } from "@/lib/domain/pages/block-outcome";
import { models } from "@/lib/endpoints/models";
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
  /** Which release the name of a family was taken for. */
  notes: string[];
  /** True where the reader named no model. */
  isSuggested: boolean;
  /** Models to begin with. */
  suggested: Named[];
}

export const isListed = (entry: ListedModel | UnlistedModel): entry is ListedModel => "key" in entry;

const SUGGESTED = 3;
const CLOSEST = 4;

const providerIdOf = (text: string): string | null => resolveProvider(text).provider?.id ?? null;

function listedIn({ providers, sources }: Models): ListedModel[] {
  const names = new Map(sources.map(({ key, name }) => [key as string, name]));
  return providers.flatMap(({ id: providerId, name: provider, models: priced, unpriced }) =>
    [...priced, ...unpriced].map((model) => ({
      key: listingKey(providerId, model.id),
      name: model.name,
      providerId,
      provider,
      model,
      sourceName: model.source === null ? null : (names.get(model.source) ?? model.source),
    })),
  );
}

const modelNameOf = (entry: ListedModel) => ({
  ...entry,
  modelId: entry.model.id,
  isMakersListing: entry.model.maker === entry.providerId,
  released: entry.model.released,
  deprecationDate: entry.model.deprecationDate,
  status: entry.model.status,
  capabilities: entry.model.capabilities,
});

/** The listings of hosts that are asked for as `host/model`: the list of all models has those of makers alone. */
async function hostListings(asked: readonly string[], entries: readonly ListedModel[]): Promise<ListedModel[]> {
  // By their parts, `azure/gpt-4o` would be found at the maker before the listings of the host are known.
  const resolve = modelResolver(entries.map(modelNameOf), { providerIdOf });
  const missing = asked.filter((text) => text.includes("/") && resolve(text).model === null);
  const hosts = new Set(missing.flatMap((text) => providerIdOf(text.slice(0, text.indexOf("/"))) ?? []));
  const outcomes = await Promise.all([...hosts].map((provider) => blockAnswer(models, { provider })));
  const known = new Set(entries.map(({ key }) => key));
  return outcomes.flatMap((outcome) => (outcome.kind === "answer" ? listedIn(outcome.answer).filter(({ key }) => !known.has(key)) : []));
}

function closestTo(text: string, entries: readonly ListedModel[]): Named[] {
  const leaf = text.split("/").at(-1) ?? text;
  return closestEntries(matchSorter, entries, leaf, ["key", "name"])
    .toSorted((a, b) => a.key.length - b.key.length)
    .slice(0, CLOSEST)
    .map(({ key, name }) => ({ key, name }));
}

function choose(asked: readonly string[], entries: readonly ListedModel[]): Pick<Choice, "chosen" | "notes"> {
  const resolve = modelResolver(entries.map(modelNameOf), { providerIdOf, byParts: true });
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const chosen = new Map<string, ListedModel | UnlistedModel>();
  const notes: string[] = [];
  for (const text of asked) {
    const match = resolve(text);
    const { model, candidates } = match;
    notes.push(...matchNotes(text, match));
    const entry = model && byKey.get(model.key);
    const named = candidates.flatMap((key) => byKey.get(key) ?? []).map(({ key, name }) => ({ key, name }));
    if (entry) chosen.set(entry.key, entry);
    else {
      const closest = named.length > 0 ? named.slice(0, CLOSEST) : closestTo(text, entries);
      chosen.set(`asked ${text}`, { asked: text, isAmbiguous: named.length > 0, closest });
    }
  }
  return { chosen: [...chosen.values()], notes };
}

/** The models of these names or ids, as the API lists them; without one, what to begin with. */
async function choiceOf(asked: readonly string[]): Promise<BlockOutcome<Choice>> {
  const outcome = await blockAnswer(models);
  if (outcome.kind !== "answer") return outcome;
  const { answer, stamp } = outcome;
  const makers = listedIn(answer);
  const nameOf = new Map(makers.map(({ key, name }) => [key, name]));
  const suggested = suggestedModels(answer.providers, attentionProviders, SUGGESTED);
  const isSuggested = asked.length === 0;
  const { chosen, notes } = choose(isSuggested ? suggested : asked, [...makers, ...(await hostListings(asked, makers))]);
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

/** The models that the address of a page names, at most so many; those beyond are named with what else was ignored. */
export async function chosenModels<Values extends { ids: readonly string[] | null }>(
  { values, ignored }: NamedSearch<Values>,
  most: number,
) {
  const all = values.ids ?? [];
  const asked = all.slice(0, most);
  const beyond = all.slice(most);
  const outcome = await choiceOf(asked);
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
