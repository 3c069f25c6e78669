export interface SourceComment {
  /** Counted from 1. */
  line: number;
  /** Lines with words: the markers of a block that stand alone count nothing. */
  length: number;
  text: string;
}

const OPENS_BLOCK = /^\{?\/\*/;
/** A comment behind code, `// so` or `/** so …`; an address is no comment. */
const BEHIND_CODE = /[;,{}()\]'"`]\s+\/\/\s(.*)$|\S\s+\/\*\*\s(.*?)\s\*\//;

const wordsOf = (line: string): string =>
  line
    .replace(/^\{?\/\*+|^\/\/+|^\*+(?!\/)/, "")
    .replace(/\*\/\}?.*$/, "")
    .trim();

interface OpenComment {
  line: number;
  texts: string[];
}

const closed = ({ line, texts }: OpenComment): SourceComment => ({ line, length: texts.length, text: texts.join(" ") });

/** Comments of a file: a block is one, and so are `//` lines that follow each other. */
export function sourceComments(source: string): SourceComment[] {
  const comments: SourceComment[] = [];
  let open: OpenComment | null = null;
  let isInBlock = false;
  const close = (): void => {
    if (open) comments.push(closed(open));
    open = null;
  };
  for (const [index, raw] of source.split("\n").entries()) {
    const line = raw.trim();
    const opensBlock = !isInBlock && OPENS_BLOCK.test(line);
    const isComment = isInBlock || opensBlock || (line.startsWith("//") && !line.startsWith("// oxlint"));
    if (!isComment || opensBlock) close();
    if (isComment) {
      open ??= { line: index + 1, texts: [] };
      const words = wordsOf(line);
      if (words) open.texts.push(words);
    } else {
      const behind = BEHIND_CODE.exec(line);
      const text = behind?.[1] ?? behind?.[2];
      if (text) comments.push({ line: index + 1, length: 1, text });
    }
    if (opensBlock) isInBlock = true;
    if (line.includes("*/")) {
      isInBlock = false;
      if (isComment) close();
    }
  }
  close();
  return comments;
}

/** The first sentence of a comment, without tags such as `@param`: `e.g. so` and `v1.2` end none. */
export function firstSentence(text: string): string {
  const [prose = ""] = text.split(/(?:^|\s)@[a-z]+\b/, 1);
  return /^.*?[.!?](?=\s+[A-Z`"(\d]|$)/.exec(prose)?.[0] ?? prose;
}
