import type { ServiceClient } from "../../client";
import type { Answered, ModelEnd, PriceChange } from "./findings";

/** Names that the service looks up in one call. */
const MOST_AT_ONCE = 50;
/** Longer addresses are refused by some proxies. */
const LONGEST_LIST = 4_000;
export const MOST_NAMES = 1_000;
const MOST_MOVERS = 200;

/** Names in groups that fit into a call each. */
function groupNames(names: readonly string[]): string[][] {
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
      answers.byName.set(query.toLowerCase(), { ends: own, price: null, found });
    }
    progress((done += models.length));
  }
  return answers;
}

/** Listings that changed price within the days, by `host/model`. `unseen` counts the models beyond one call. */
async function priceChanges(client: ServiceClient, days: number): Promise<{ changes: Map<string, PriceChange>; unseen: number }> {
  const { data } = await client.GET("/api/models/movers", { params: { query: { days, include: "hosts", limit: MOST_MOVERS } } });
  const entries = data.movers.flatMap((move) =>
    [move, ...move.others].map((listing): [string, PriceChange] => {
      const { model_id: id, from, to } = listing;
      return [id.toLowerCase(), { listing: id, changed_on: move.changed_on, from, to }];
    }),
  );
  return { changes: new Map(entries), unseen: data.total - data.count };
}

/** Adds to each answer the change of its model's price within the days. Returns how many models' changes were not seen. */
export async function addPrices(client: ServiceClient, { byName }: Answers, days: number): Promise<number> {
  const { changes, unseen } = await priceChanges(client, days);
  for (const answer of byName.values()) {
    const changed = answer.found.flatMap((key) => changes.get(key.toLowerCase()) ?? []);
    // A name that several listings have is told of where it has one price alone.
    if (changed.length === answer.found.length) answer.price = changed[0] ?? null;
  }
  return unseen;
}
