/** `text` is of no language and is shown without colours. */
export type CodeLanguage = "bash" | "javascript" | "python" | "go" | "json" | "text";

/** A parameter, a member of a body, an error, an alert: something with a name that is explained. */
export interface DocField {
  name: string;
  /** In a few words what the reader looks for first: a type, a status. */
  notes: string;
  text: string;
  /** Values that are known; a long list is folded on the page. */
  values?: { name: string; list: readonly string[] };
}

/** Texts, items and cells may contain `code`, **strong words** and [links](/docs). */
export type DocBlock =
  | { kind: "text"; text: string }
  | { kind: "list"; items: readonly string[]; isNumbered?: true }
  | { kind: "fields"; fields: readonly DocField[] }
  | { kind: "table"; label: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: "code"; label: string; language: CodeLanguage; text: string };

export interface DocSection {
  title: string;
  blocks: readonly DocBlock[];
  /** True for calls and answers, which stand beside the text where there is room. */
  isAside?: true;
}

/** A page of the documentation, before it becomes HTML or Markdown. */
export interface Doc {
  title: string;
  /** The first paragraph. */
  lead: string;
  sections: readonly DocSection[];
}

export const text = (words: string): DocBlock => ({ kind: "text", text: words });
export const list = (...items: readonly string[]): DocBlock => ({ kind: "list", items });
export const steps = (...items: readonly string[]): DocBlock => ({ kind: "list", items, isNumbered: true });
export const code = (label: string, language: CodeLanguage, lines: string): DocBlock => ({ kind: "code", label, language, text: lines });
export const fields = (...all: readonly DocField[]): DocBlock => ({ kind: "fields", fields: all });
