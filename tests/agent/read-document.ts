/** Reads a document for language models with knowledge of Markdown and curl, and none of this service. */

/** A parameter, or a member of a body. */
export interface Taken {
  name: string;
  isRequired: boolean;
  /** Values that the document lists; empty where anything is taken. */
  accepted: string[];
  words: string;
}

export interface Operation {
  method: string;
  /** With names in braces for what belongs into the path. */
  address: string;
  /** The link's path, with values of an example. */
  example: string;
  /** What it answers. */
  summary: string;
  isFree: boolean;
  query: Taken[];
  body: Taken[];
}

export interface ServiceDocument {
  operations: Operation[];
  /** Header lines that the calls of the document send, by the variable in them. */
  headers: Map<string, string>;
}

const LIST = /^- The ([^:]+): (.+)\.$/gm;
const LINK = /^- \[([A-Z]+) ([^\]]+)\]\((\S+)\): (.+)$/gm;
const FIELD = /`([\w.]+)`( \(required\))?: /g;

/** A sentence has spaces, a value of a short list none. */
const isValue = (text: string): boolean => /^[\w./+-]+$/.test(text);

function takenIn(text: string, lists: ReadonlyMap<string, string[]>): Taken[] {
  const starts = [...text.matchAll(FIELD)];
  return starts.map((match, index) => {
    const words = text.slice(match.index + match[0].length, starts[index + 1]?.index ?? text.length);
    const named = /one of the (.+?) above/.exec(words)?.[1];
    const [first = ""] = words.split(/;|\.(?:\s|$)/);
    const listed = first.split(", ").map((value) => value.trim());
    const accepted = named === undefined ? (listed.length > 1 && listed.every(isValue) ? listed : []) : (lists.get(named) ?? []);
    return { name: match[1] ?? "", isRequired: match[2] !== undefined, accepted, words };
  });
}

function operationOf(
  [, method = "", path = "", example = "", notes = ""]: RegExpMatchArray,
  lists: ReadonlyMap<string, string[]>,
): Operation {
  const [, summary = "", price = "", inputs = ""] = /^(.*?) \((free(?: with a token)?|\d+ credits?)\)\.(.*)$/.exec(notes) ?? [];
  const [beforeBody = "", body = ""] = inputs.split(" Body, JSON: ");
  const [fields = ""] = body.split(/ Examples?: /);
  return {
    method,
    address: `${new URL(example).origin}${path}`,
    example,
    summary,
    isFree: price === "free",
    query: takenIn(beforeBody, lists),
    body: takenIn(fields, lists),
  };
}

export function readDocument(text: string): ServiceDocument {
  const lists = new Map([...text.matchAll(LIST)].map(([, name = "", values = ""]) => [name, values.split(", ")]));
  const calls = [...text.matchAll(/`(curl [^`]+)`/g)].map(([, call = ""]) => call);
  const headers = calls.flatMap((call) =>
    [...call.matchAll(/-H "([^"]*\$(\w+))"/g)].map(([, line = "", name = ""]): [string, string] => [name, line]),
  );
  return { operations: [...text.matchAll(LINK)].map((match) => operationOf(match, lists)), headers: new Map(headers) };
}
