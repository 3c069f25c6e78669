import type { Operation, ServiceDocument, Taken } from "./read-document";

/** What a stranger wants to know: in words, and with the facts of the question. */
export interface Task {
  words: string;
  /** A value alone belongs where the document lists it; one with words belongs to what is described so. */
  facts?: readonly (string | { about: string; value: unknown })[];
}

type Fact = NonNullable<Task["facts"]>[number];

const stem = (word: string): string => word.toLowerCase().replace(/(es|s)$/, "");
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2)
    .map(stem);
const hits = (text: string, words: readonly string[]): number => words.filter((word) => text.toLowerCase().includes(word)).length;

const isListed = (value: string) => (entry: string) => entry.toLowerCase().replace(/[_-]/g, " ").includes(value.toLowerCase());

/** Where a fact belongs among what an operation takes. */
function placeOf(taken: readonly Taken[], fact: Fact): { taken: Taken; value: unknown } | null {
  if (typeof fact === "string") {
    for (const one of taken) {
      const value = one.accepted.find((entry) => entry.toLowerCase() === fact.toLowerCase()) ?? one.accepted.find(isListed(fact));
      if (value !== undefined) return { taken: one, value };
    }
    return null;
  }
  const words = wordsOf(fact.about);
  const ranked = taken
    .map((one) => ({ one, score: hits(one.name, words) + 2 * hits(one.words, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score);
  return ranked[0] ? { taken: ranked[0].one, value: fact.value } : null;
}

const takenBy = (operation: Operation): Taken[] => [...operation.query, ...operation.body];

/** The operation that takes the facts and whose summary has most of the words. A free one comes before a priced one. */
function findOperation({ operations }: ServiceDocument, { words, facts = [] }: Task): Operation {
  const wanted = [...new Set(wordsOf(words))];
  const score = (operation: Operation): number =>
    hits(operation.summary, wanted) + facts.filter((fact) => placeOf(takenBy(operation), fact) !== null).length;
  const [best] = operations.toSorted(
    (one, other) => score(other) - score(one) || Number(other.isFree) - Number(one.isFree) || one.summary.length - other.summary.length,
  );
  if (!best) throw new Error("the document lists no operation");
  return best;
}

function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const [first = "", ...rest] = name.split(".");
  if (rest.length === 0) body[first] = value;
  else put((body[first] ??= {}) as Record<string, unknown>, rest.join("."), value);
}

/** The address with the facts in path and query; what is required besides comes from the example. */
function targetOf(operation: Operation, facts: readonly Fact[]): string {
  const example = new URL(operation.example).searchParams;
  const target = new URL(operation.address);
  const placed = new Map(
    facts.map((fact) => placeOf(operation.query, fact)).flatMap((place) => (place ? [[place.taken.name, place.value] as const] : [])),
  );
  for (const { name, isRequired } of operation.query) {
    const value = placed.get(name) ?? (isRequired ? example.get(name) : null);
    if (value === null || value === undefined) continue;
    if (decodeURIComponent(target.pathname).includes(`{${name}}`)) {
      target.pathname = decodeURIComponent(target.pathname).replace(`{${name}}`, encodeURIComponent(String(value)));
    } else target.searchParams.set(name, String(value));
  }
  return target.href;
}

function bodyOf({ body }: Operation, facts: readonly Fact[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const fact of facts) {
    const place = placeOf(body, fact);
    if (!place) throw new Error(`the document does not say where ${JSON.stringify(fact)} belongs`);
    put(whole, place.taken.name, place.value);
  }
  return whole;
}

export interface Outcome {
  operation: Operation;
  status: number;
  // The answer of any operation; a task asserts what it needs.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

/** Does a task from the document alone. */
export async function doTask(document: ServiceDocument, task: Task, token: string): Promise<Outcome> {
  const operation = findOperation(document, task);
  const facts = task.facts ?? [];
  const headers = new Headers();
  const bearer = document.headers.get("TOKEN")?.replace("$TOKEN", token).split(": ");
  if (!operation.isFree && bearer) headers.set(bearer[0] ?? "", bearer[1] ?? "");
  const hasBody = operation.body.length > 0;
  if (hasBody) headers.set("content-type", "application/json");
  const answer = await fetch(targetOf(operation, hasBody ? [] : facts), {
    method: operation.method,
    headers,
    ...(hasBody ? { body: JSON.stringify(bodyOf(operation, facts)) } : {}),
  });
  return { operation, status: answer.status, body: await answer.json() };
}
