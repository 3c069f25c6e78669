import type { ServiceClient } from "../../client";
import type { Answered, ModelEnd, PriceChange } from "./findings";

/** Names that the service looks up in one call. */
const MOST_AT_ONCE = 50;
/** Longer addresses are refused by some proxies. */
const LONGEST_LIST = 4_000;
export const MOST_NAMES = 1_000;

/** Names in groups that fit into a call each. */
export function groupNames(names: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = LONGEST_LIST;
  for (const name of names) {
    const size = encodeURIComponent(name).length + 3;
    const current = groups.at(-1);
    if (current === undefined || current.length === MOST_AT_ONCE || length + size > LONGEST_LIST) {
      groups.push([name]);
      length = size;
    } else {
      current.push(name);
      length += size;
    }
  }
  return groups;
}

const keyOf = ({ host, model }: { host: string; model: string }): string => `${host}/${model.toLowerCase()}`;

export interface Answers {
  /** The service's UTC day, by which days are counted. */
  today: string | null;
  byName: Map<string, Answered>;
}

/** Asks what becomes of each name, in as few calls as the service allows. */
export async function askService(client: ServiceClient, names: readonly string[], progress: (done: number) => void): Promise<Answers> {
  const answers: Answers = { today: null, byName: new Map() };
  let done = 0;
  for (const models of groupNames(names)) {
    const { data } = await client.GET("/api/models/retirements", { params: { query: { models } } });
    const ends = new Map<string, ModelEnd>(data.retirements.map((end) => [keyOf(end), end]));
    answers.today = data.today;
    for (const { query, found } of data.asked) {
      const own = found.flatMap((key) => ends.get(key.toLowerCase()) ?? []);
      answers.byName.set(query.toLowerCase(), { ends: own, price: null, isKnown: found.length > 0 });
    }
    progress((done += models.length));
  }
  return answers;
}

/** Adds to each answer the change of its model's price, where there was one. */
export function withPrices({ byName }: Answers, listings: ReadonlyMap<string, string>, changes: readonly PriceChange[]): void {
  const byListing = new Map(changes.map((change) => [keyOf(change), change]));
  for (const [name, answer] of byName) {
    const listing = listings.get(name);
    const change = listing === undefined ? undefined : byListing.get(listing.toLowerCase());
    if (change) byName.set(name, { ...answer, price: change });
  }
}
