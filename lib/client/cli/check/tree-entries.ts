import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Node, type Pair, type Scalar } from "yaml";

/** A text somewhere in a YAML or JSON file. */
export interface TreeEntry {
  /** Names of the keys above it; `*` for a place in a list. */
  path: readonly string[];
  text: string;
  /** Texts beside it, by key. */
  beside: ReadonlyMap<string, string>;
  isKey: boolean;
  line: number;
  column: number;
}

const MOST_ENTRIES = 50_000;
const DEEPEST = 60;

/** Blanks comments of JSON out, so that all else keeps its place. */
function withoutComments(json: string): string {
  return json.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) =>
    found.startsWith('"') ? found : found.replaceAll(/[^\n]/g, " "),
  );
}

const isText = (node: unknown): node is Scalar<string> => isScalar(node) && typeof node.value === "string";

function textsOf(pairs: readonly Pair[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { key, value } of pairs) if (isText(key) && isText(value)) texts.set(key.value, value.value);
  return texts;
}

interface Tree {
  entries: TreeEntry[];
  /** False for a file that is not valid, or larger than what is read of one. */
  isWhole: boolean;
}

/** Walks a file's documents once. No alias is followed, since what it stands for is read where it is written. */
export function treeEntries(source: string, { isJson }: { isJson: boolean }): Tree {
  const lines = new LineCounter();
  const entries: TreeEntry[] = [];
  const note = (node: Scalar<string>, rest: Omit<TreeEntry, "text" | "line" | "column">): void => {
    const { line, col } = lines.linePos(node.range?.[0] ?? 0);
    const isQuoted = node.type?.startsWith("QUOTE") === true;
    entries.push({ ...rest, text: node.value, line, column: isQuoted ? col + 1 : col });
  };
  let isCut = false;
  const walk = (node: unknown, path: readonly string[], beside: ReadonlyMap<string, string>): void => {
    isCut ||= entries.length >= MOST_ENTRIES || path.length > DEEPEST;
    if (isCut) return;
    if (isText(node)) return note(node, { path, beside, isKey: false });
    if (isSeq(node)) return node.items.forEach((item) => walk(item, [...path, "*"], beside));
    if (!isMap(node)) return;
    const texts = textsOf(node.items);
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      if (isText(key)) note(key, { path, beside: texts, isKey: true });
      walk(value, [...path, String(key.value)], texts);
    }
  };
  const { nodes, isValid } = documentsOf(source, isJson, lines);
  for (const node of nodes) walk(node, [], new Map());
  return { entries, isWhole: isValid && !isCut };
}

/** A broken file gives what could be read of it. */
function documentsOf(source: string, isJson: boolean, lineCounter: LineCounter): { nodes: Node[]; isValid: boolean } {
  try {
    const documents = parseAllDocuments(isJson ? withoutComments(source) : source, {
      lineCounter,
      keepSourceTokens: false,
      logLevel: "silent",
      uniqueKeys: false,
      merge: false,
    });
    return {
      nodes: documents.flatMap(({ contents }) => contents ?? []),
      isValid: documents.every(({ errors }) => errors.length === 0),
    };
  } catch {
    // Deeper nesting than the parser's stack holds is no configuration of anybody.
    return { nodes: [], isValid: false };
  }
}
