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

const ENTRY = /^### ([A-Z]+) (\S+)\n\n([\s\S]*?)\n\n([\s\S]*?)```\n([\s\S]*?)```/gm;
const FIELD = /^- `([\w.]+)` \((query|path|body), (required|optional)\): (.+)$/gm;
const ACCEPTED = /(?:One of|Known [^:]+:) (.+?)\.(?:\s|$)/;

function operationOf([, method = "", path = "", description = "", lines = "", calls = ""]: RegExpMatchArray): Operation {
  const taken = [...lines.matchAll(FIELD)].map(([, name = "", place, need, words = ""]) => {
    const accepted = ACCEPTED.exec(words)?.[1]?.split(", ") ?? [];
    return { place, taken: { name, isRequired: need === "required", accepted, words } };
  });
  const example = / '(https?:[^']+)'/.exec(calls)?.[1] ?? "";
  return {
    method,
    address: `${new URL(example).origin}${path}`,
    example,
    summary: description.split(". ", 1)[0] ?? "",
    isFree: /^- Cost: free\./m.test(lines),
    query: taken.flatMap(({ place, taken: one }) => (place === "body" ? [] : [one])),
    body: taken.flatMap(({ place, taken: one }) => (place === "body" ? [one] : [])),
  };
}

export function readDocument(text: string): ServiceDocument {
  const calls = [...text.matchAll(/`(curl [^`]+)`/g)].map(([, call = ""]) => call);
  const headers = calls.flatMap((call) =>
    [...call.matchAll(/-H "([^"]*\$(\w+))"/g)].map(([, line = "", name = ""]): [string, string] => [name, line]),
  );
  return { operations: [...text.matchAll(ENTRY)].map(operationOf), headers: new Map(headers) };
}
